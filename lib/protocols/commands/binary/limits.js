/** Channels of an AMQP connection whose state is kept (RabbitMQ's `channel_max`); beyond, all are forgotten. */
export const MAX_AMQP_CHANNELS = 2047;
