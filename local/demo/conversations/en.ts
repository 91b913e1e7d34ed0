import { parseConversations, type Talk } from './conversation.ts';

export const ENGLISH: Talk = {
  names: ['Priya Nair', 'Liam Tremblay', 'Grace Okafor', 'Daniel Wong', 'Hannah Singh', 'Owen MacLeod', 'Mei Chen'],
  about: {
    restaurant: parseConversations(`
      Table for Friday | booking, allergy | Booked | positive | {who} booked a table for four on Friday at 7 pm. One guest is allergic to nuts.
      Patio | hours | Resolved | neutral | {who} asked whether the patio is open in the evening. It is, until ten.
      Wrong order | complaint, refund | Escalated | negative | {who} got the wrong dish with a delivery and wants a refund. The manager calls back today.
    `),
    clinic: parseConversations(`
      Cleaning | booking | Booked | positive | {who} booked a cleaning for Tuesday at 9:30 am with Dr. Patel.
      Broken filling | emergency, booking | Booked | negative | {who} lost a filling and is in pain. There was a free slot at 2 pm, which {who} took.
      Insurance | insurance | Resolved | neutral | {who} asked whether the clinic bills insurance directly. It does.
    `),
    salon: parseConversations(`
      Haircut | booking, change | Booked | neutral | {who} moved a haircut from Saturday to Sunday at 11 am.
      Gift card | gift card | Resolved | positive | {who} wants a gift card for 80 dollars and picks it up tomorrow.
    `),
    stay: parseConversations(`
      Two nights | booking | Booked | positive | {who} booked a double room for two nights from the 4th, with parking.
      Late arrival | arrival | Resolved | neutral | {who} arrives after midnight because of snow. The key will be in the box.
      Heating | repair | Escalated | negative | {who} says that the heating in room 12 does not work. The owner was told at once.
    `),
    shop: parseConversations(`
      Winter tires | booking, tires | Booked | positive | {who} booked winter tires for a 2019 Civic on Monday at 8 am.
      Sourdough | order | Resolved | positive | {who} asked for two sourdough loaves to be kept until 4 pm.
      Pick-up time | order | Resolved | neutral | {who} asked when the order can be picked up. It is ready after three.
    `),
  },
};
