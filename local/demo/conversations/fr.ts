import { parseConversations, type Talk } from './conversation.ts';

export const FRENCH: Talk = {
  names: ['Camille Gagnon', 'Mathieu Roy', 'Léa Bouchard', 'Samuel Côté', 'Fatou Diallo', 'Élise Lavoie'],
  about: {
    restaurant: parseConversations(`
      Table pour six | réservation | Booked | positive | {who} a réservé une table pour six samedi à 19 h 30, près de la fenêtre.
      Menu sans gluten | menu | Resolved | neutral | {who} demande si la cuisine propose des plats sans gluten. Oui, trois.
    `),
    clinic: parseConversations(`
      Nettoyage | rendez-vous | Booked | positive | {who} a pris rendez-vous pour un nettoyage jeudi à 10 h.
      Rage de dents | urgence | Escalated | negative | {who} a très mal depuis hier. La clinique rappelle avant midi.
    `),
    salon: parseConversations(`
      Coupe | rendez-vous | Booked | neutral | {who} a déplacé sa coupe de vendredi à samedi, 14 h.
    `),
    stay: parseConversations(`
      Deux nuits | réservation | Booked | positive | {who} a réservé une chambre pour deux nuits, avec petit déjeuner.
    `),
    shop: parseConversations(`
      Gâteau d'anniversaire | commande | Booked | positive | {who} commande un gâteau au chocolat pour douze personnes, dimanche à 11 h.
      Heures d'ouverture | horaire | Resolved | neutral | {who} demande si la boulangerie est ouverte lundi. Non, elle ferme ce jour-là.
      Commande oubliée | plainte | Escalated | negative | {who} n'a pas trouvé ses croissants dans le sac. Le patron rappelle.
    `),
  },
};
