/**
 * Messages to chat services: a {@link io.barograph.chat.ChatMessage} is one message, a {@link
 * io.barograph.chat.ChatChannel} writes it for one service and posts it once, a {@link io.barograph.chat.ChatDelivery}
 * keeps the order and repeats what a service could not take.
 */
package io.barograph.chat;
