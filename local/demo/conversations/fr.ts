import { conversations, type Talk } from './conversation.ts';

export const FRENCH: Talk = {
  names: ['Camille Gagnon', 'Mathieu Roy', 'Léa Bouchard', 'Samuel Côté', 'Fatou Diallo', 'Élise Lavoie'],
  about: {
    restaurant: conversations(
      [
        'Table pour six',
        '{who} a réservé une table pour six samedi à 19 h 30, près de la fenêtre.',
        ['réservation'],
        'Booked',
        'positive',
      ],
      [
        'Menu sans gluten',
        '{who} demande si la cuisine propose des plats sans gluten. Oui, trois.',
        ['menu'],
        'Resolved',
        'neutral',
      ],
    ),
    clinic: conversations(
      ['Nettoyage', '{who} a pris rendez-vous pour un nettoyage jeudi à 10 h.', ['rendez-vous'], 'Booked', 'positive'],
      [
        'Rage de dents',
        '{who} a très mal depuis hier. La clinique rappelle avant midi.',
        ['urgence'],
        'Escalated',
        'negative',
      ],
    ),
    salon: conversations([
      'Coupe',
      '{who} a déplacé sa coupe de vendredi à samedi, 14 h.',
      ['rendez-vous'],
      'Booked',
      'neutral',
    ]),
    stay: conversations([
      'Deux nuits',
      '{who} a réservé une chambre pour deux nuits, avec petit déjeuner.',
      ['réservation'],
      'Booked',
      'positive',
    ]),
    shop: conversations(
      [
        "Gâteau d'anniversaire",
        '{who} commande un gâteau au chocolat pour douze personnes, dimanche à 11 h.',
        ['commande'],
        'Booked',
        'positive',
      ],
      [
        "Heures d'ouverture",
        '{who} demande si la boulangerie est ouverte lundi. Non, elle ferme ce jour-là.',
        ['horaire'],
        'Resolved',
        'neutral',
      ],
      [
        'Commande oubliée',
        "{who} n'a pas trouvé ses croissants dans le sac. Le patron rappelle.",
        ['plainte'],
        'Escalated',
        'negative',
      ],
    ),
  },
};
