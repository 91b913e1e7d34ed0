import { conversations, type Talk } from './conversation.ts';

export const ENGLISH: Talk = {
  names: ['Priya Nair', 'Liam Tremblay', 'Grace Okafor', 'Daniel Wong', 'Hannah Singh', 'Owen MacLeod', 'Mei Chen'],
  about: {
    restaurant: conversations(
      [
        'Table for Friday',
        '{who} booked a table for four on Friday at 7 pm. One guest is allergic to nuts.',
        ['booking', 'allergy'],
        'Booked',
        'positive',
      ],
      [
        'Patio',
        '{who} asked whether the patio is open in the evening. It is, until ten.',
        ['hours'],
        'Resolved',
        'neutral',
      ],
      [
        'Wrong order',
        '{who} got the wrong dish with a delivery and wants a refund. The manager calls back today.',
        ['complaint', 'refund'],
        'Escalated',
        'negative',
      ],
    ),
    clinic: conversations(
      ['Cleaning', '{who} booked a cleaning for Tuesday at 9:30 am with Dr. Patel.', ['booking'], 'Booked', 'positive'],
      [
        'Broken filling',
        '{who} lost a filling and is in pain. There was a free slot at 2 pm, which {who} took.',
        ['emergency', 'booking'],
        'Booked',
        'negative',
      ],
      [
        'Insurance',
        '{who} asked whether the clinic bills insurance directly. It does.',
        ['insurance'],
        'Resolved',
        'neutral',
      ],
    ),
    salon: conversations(
      [
        'Haircut',
        '{who} moved a haircut from Saturday to Sunday at 11 am.',
        ['booking', 'change'],
        'Booked',
        'neutral',
      ],
      [
        'Gift card',
        '{who} wants a gift card for 80 dollars and picks it up tomorrow.',
        ['gift card'],
        'Resolved',
        'positive',
      ],
    ),
    stay: conversations(
      [
        'Two nights',
        '{who} booked a double room for two nights from the 4th, with parking.',
        ['booking'],
        'Booked',
        'positive',
      ],
      [
        'Late arrival',
        '{who} arrives after midnight because of snow. The key will be in the box.',
        ['arrival'],
        'Resolved',
        'neutral',
      ],
      [
        'Heating',
        '{who} says that the heating in room 12 does not work. The owner was told at once.',
        ['repair'],
        'Escalated',
        'negative',
      ],
    ),
    shop: conversations(
      [
        'Winter tires',
        '{who} booked winter tires for a 2019 Civic on Monday at 8 am.',
        ['booking', 'tires'],
        'Booked',
        'positive',
      ],
      ['Sourdough', '{who} asked for two sourdough loaves to be kept until 4 pm.', ['order'], 'Resolved', 'positive'],
      [
        'Pick-up time',
        '{who} asked when the order can be picked up. It is ready after three.',
        ['order'],
        'Resolved',
        'neutral',
      ],
    ),
  },
};
