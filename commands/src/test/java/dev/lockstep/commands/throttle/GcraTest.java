package dev.lockstep.commands.throttle;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** The algorithm against a second one that computes with numbers of any size. */
class GcraTest {

    private static final BigInteger TWO_64 = BigInteger.ONE.shiftLeft(64);
    private static final BigInteger NOW = new BigInteger("1700000000123456789");

    /** One request, on a bucket whose TAT is {@code NOW + tatOffset}. */
    record Request(long burst, long count, long period, long quantity, BigInteger tatOffset) {}

    /** What the model says of a request, seconds as replied. */
    private static final class Model {
        private final BigInteger interval;
        private final BigInteger tolerance;
        private final BigInteger increment;
        private final BigInteger tat;
        private final BigInteger newTat;
        private final BigInteger lead;

        Model(Request request) {
            interval = interval(request);
            tolerance = wrap(interval.multiply(big(request.burst).add(BigInteger.ONE)));
            increment = wrap(interval.multiply(big(request.quantity)));
            tat = NOW.add(request.tatOffset);
            newTat = tat.max(NOW).add(increment);
            lead = newTat.subtract(tolerance).subtract(NOW);
        }

        private static BigInteger interval(Request request) {
            if (request.count == 0) {
                return BigInteger.ZERO;
            }
            double nanos = big(request.period).multiply(BigInteger.TEN.pow(9)).doubleValue();
            return saturate(nanos / (double) request.count);
        }

        boolean limited() {
            return lead.signum() > 0;
        }

        BigInteger ttl() {
            return (limited() ? tat : newTat).subtract(NOW);
        }

        BigInteger remaining() {
            BigInteger next = tolerance.subtract(ttl());
            if (next.compareTo(interval.negate()) <= 0) {
                return BigInteger.ZERO;
            }
            BigInteger thousand = BigInteger.valueOf(1000);
            return saturate(
                    next.divide(thousand).doubleValue() / interval.divide(thousand).doubleValue());
        }

        BigInteger retry() {
            boolean hopeless = increment.compareTo(tolerance) > 0;
            return limited() && !hopeless ? seconds(lead) : BigInteger.ONE.negate();
        }

        private static BigInteger seconds(BigInteger nanos) {
            BigInteger[] parts = nanos.divideAndRemainder(BigInteger.TEN.pow(9));
            double whole = parts[0].doubleValue() + parts[1].doubleValue() / 1e9;
            boolean more = parts[1].compareTo(BigInteger.TEN.pow(6)) >= 0;
            return saturate(whole).add(more ? BigInteger.ONE : BigInteger.ZERO);
        }

        /** Towards zero, into 64 bits; what is no number becomes zero. */
        private static BigInteger saturate(double value) {
            if (Double.isNaN(value)) {
                return BigInteger.ZERO;
            }
            if (Double.isInfinite(value) || Math.abs(value) >= 0x1p63) {
                return big(value > 0 ? Long.MAX_VALUE : Long.MIN_VALUE);
            }
            return new BigDecimal(value).toBigInteger();
        }

        private static BigInteger wrap(BigInteger value) {
            BigInteger unsigned = value.mod(TWO_64);
            return unsigned.testBit(63) ? unsigned.subtract(TWO_64) : unsigned;
        }

        private static BigInteger big(long value) {
            return BigInteger.valueOf(value);
        }
    }

    @Property
    void agreesWithTheModelOnLikelyRequests(@ForAll("likely") Request request) {
        agrees(request);
    }

    @Property
    void agreesWithTheModelOnAnyRequest(@ForAll("any") Request request) {
        agrees(request);
    }

    private static void agrees(Request request) {
        Model model = new Model(request);
        Gcra gcra = Gcra.of(request.burst, request.count, request.period);
        assertThat(gcra.isZeroRate()).isEqualTo(model.interval.signum() == 0);
        if (gcra.isZeroRate()) {
            return;
        }
        Gcra.Outcome outcome = gcra.take(duration(model.tat), duration(NOW), request.quantity);
        assertThat(outcome.limited()).isEqualTo(model.limited());
        assertThat(outcome.limit()).isEqualTo(request.burst + 1);
        assertThat(outcome.remaining()).isEqualTo(model.remaining().longValueExact());
        assertThat(outcome.retryAfterSeconds()).isEqualTo(model.retry().longValueExact());
        assertThat(outcome.resetAfterSeconds())
                .isEqualTo(Model.seconds(model.ttl()).longValueExact());
        assertThat(outcome.newTat()).isEqualTo(duration(model.newTat));
        assertThat(outcome.ttl()).isEqualTo(duration(model.ttl()));
    }

    private static Duration duration(BigInteger nanos) {
        return Duration.ofSeconds(0).plus(chunks(nanos)).plusNanos(rest(nanos));
    }

    private static Duration chunks(BigInteger nanos) {
        return Duration.ofSeconds(nanos.divide(BigInteger.TEN.pow(9)).longValueExact());
    }

    private static long rest(BigInteger nanos) {
        return nanos.remainder(BigInteger.TEN.pow(9)).longValueExact();
    }

    @Provide
    Arbitrary<Request> likely() {
        return request(
                Arbitraries.longs().between(-2, 100),
                Arbitraries.longs().between(1, 2_000_000),
                Arbitraries.longs().between(1, 100_000),
                Arbitraries.longs().between(-3, 120),
                Arbitraries.bigIntegers()
                        .between(BigInteger.ZERO, BigInteger.valueOf(10_000_000_000_000L)));
    }

    @Provide
    Arbitrary<Request> any() {
        Arbitrary<Long> any =
                Arbitraries.oneOf(
                        Arbitraries.longs(), Arbitraries.longs().between(-1_000_000, 1_000_000));
        return request(
                any,
                any,
                any,
                any,
                Arbitraries.bigIntegers().between(NOW.negate(), TWO_64.subtract(NOW)));
    }

    private static Arbitrary<Request> request(
            Arbitrary<Long> burst,
            Arbitrary<Long> count,
            Arbitrary<Long> period,
            Arbitrary<Long> quantity,
            Arbitrary<BigInteger> tatOffset) {
        return net.jqwik.api.Combinators.combine(burst, count, period, quantity, tatOffset)
                .as(Request::new);
    }
}
