package dev.lockstep.server.net;

import io.netty.util.internal.logging.AbstractInternalLogger;
import io.netty.util.internal.logging.InternalLogger;
import io.netty.util.internal.logging.InternalLoggerFactory;
import io.netty.util.internal.logging.JdkLoggerFactory;

/**
 * Where Netty writes: warnings and errors go to {@code java.util.logging}, which is loaded for the
 * first of them; nothing else is written. Looking for a logging framework, as Netty does when not
 * told, takes a tenth of the first start in a JVM.
 */
final class WarningLoggers extends InternalLoggerFactory {

    @Override
    protected InternalLogger newInstance(String name) {
        return new WarningLogger(name);
    }

    private static final class WarningLogger extends AbstractInternalLogger {

        private static final long serialVersionUID = 1;

        WarningLogger(String name) {
            super(name);
        }

        private InternalLogger target() {
            return ((JdkLoggerFactory) JdkLoggerFactory.INSTANCE).newInstance(name());
        }

        @Override
        public boolean isTraceEnabled() {
            return false;
        }

        @Override
        public void trace(String text) {}

        @Override
        public void trace(String format, Object argument) {}

        @Override
        public void trace(String format, Object first, Object second) {}

        @Override
        public void trace(String format, Object... arguments) {}

        @Override
        public void trace(String text, Throwable cause) {}

        @Override
        public boolean isDebugEnabled() {
            return false;
        }

        @Override
        public void debug(String text) {}

        @Override
        public void debug(String format, Object argument) {}

        @Override
        public void debug(String format, Object first, Object second) {}

        @Override
        public void debug(String format, Object... arguments) {}

        @Override
        public void debug(String text, Throwable cause) {}

        @Override
        public boolean isInfoEnabled() {
            return false;
        }

        @Override
        public void info(String text) {}

        @Override
        public void info(String format, Object argument) {}

        @Override
        public void info(String format, Object first, Object second) {}

        @Override
        public void info(String format, Object... arguments) {}

        @Override
        public void info(String text, Throwable cause) {}

        @Override
        public boolean isWarnEnabled() {
            return true;
        }

        @Override
        public void warn(String text) {
            target().warn(text);
        }

        @Override
        public void warn(String format, Object argument) {
            target().warn(format, argument);
        }

        @Override
        public void warn(String format, Object first, Object second) {
            target().warn(format, first, second);
        }

        @Override
        public void warn(String format, Object... arguments) {
            target().warn(format, arguments);
        }

        @Override
        public void warn(String text, Throwable cause) {
            target().warn(text, cause);
        }

        @Override
        public boolean isErrorEnabled() {
            return true;
        }

        @Override
        public void error(String text) {
            target().error(text);
        }

        @Override
        public void error(String format, Object argument) {
            target().error(format, argument);
        }

        @Override
        public void error(String format, Object first, Object second) {
            target().error(format, first, second);
        }

        @Override
        public void error(String format, Object... arguments) {
            target().error(format, arguments);
        }

        @Override
        public void error(String text, Throwable cause) {
            target().error(text, cause);
        }
    }
}
