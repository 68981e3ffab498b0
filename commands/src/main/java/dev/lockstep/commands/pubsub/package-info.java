/** Publishing, and subscribing to what is published. */
@NullMarked
package dev.lockstep.commands.pubsub;

import org.jspecify.annotations.NullMarked;
