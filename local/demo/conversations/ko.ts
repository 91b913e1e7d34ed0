import { parseConversations, type Talk } from './conversation.ts';

export const KOREAN: Talk = {
  names: ['김민지', '이서준', '박지훈', '최유나', '정하늘', '강도윤', '윤소영', '임재현', '한예린', '오태경'],
  about: {
    restaurant: parseConversations(`
      저녁 예약 | 예약, 창가 | Booked | positive | {who} 님이 금요일 저녁 7시에 네 명 자리를 예약했습니다. 창가 쪽을 원하십니다.
      포장 문의 | 포장 | Resolved | neutral | {who} 님이 포장이 되는지, 얼마나 걸리는지 물으셨습니다. 20분이라고 안내했습니다.
      예약 시간 변경 | 예약, 변경 | Booked | neutral | {who} 님이 내일 점심 예약을 12시에서 1시로 옮겼습니다. 인원은 여섯 명으로 같습니다.
      놓고 간 우산 | 분실물 | Escalated | neutral | {who} 님이 어제 저녁에 검은 우산을 두고 가셨다고 합니다. 직원이 찾아보고 다시 연락하기로 했습니다.
    `),
    clinic: parseConversations(`
      스케일링 예약 | 예약, 초진 | Booked | positive | {who} 님이 다음 주 화요일 오전 10시에 스케일링을 예약했습니다. 처음 오시는 분입니다.
      통증 상담 | 통증, 상담 | Escalated | negative | {who} 님이 어제 치료를 받은 뒤 통증이 계속된다고 합니다. 원장님이 오늘 중으로 전화드리기로 했습니다.
      진료 시간 문의 | 진료 시간 | Resolved | neutral | {who} 님께 토요일은 오후 2시까지 진료한다고 안내했습니다.
    `),
    salon: parseConversations(`
      커트 예약 | 예약 | Booked | positive | {who} 님이 목요일 오후 3시에 커트를 예약했습니다. 담당은 지수 디자이너입니다.
      염색 가격 문의 | 가격 | Resolved | neutral | {who} 님이 어깨 길이 전체 염색 가격을 물으셨습니다. 12만 원부터라고 안내했습니다.
    `),
    stay: parseConversations(`
      주말 숙박 예약 | 예약, 가족 | Booked | positive | {who} 님이 토요일부터 2박, 바다가 보이는 방을 예약했습니다. 어른 두 명과 아이 한 명입니다.
      늦은 체크인 | 체크인 | Resolved | neutral | {who} 님이 밤 11시쯤 도착하십니다. 현관 비밀번호를 문자로 보내 달라고 하셨습니다.
      환불 요청 | 환불, 날씨 | Escalated | negative | {who} 님이 태풍으로 비행기가 취소되어 전액 환불을 원하십니다. 사장님께 전달했습니다.
    `),
    shop: parseConversations(`
      꽃다발 주문 | 주문 | Booked | positive | {who} 님이 내일 오후 5시까지 졸업식 꽃다발 하나를 주문했습니다. 예산은 5만 원입니다.
      배송 확인 | 배송 | Resolved | neutral | {who} 님이 오늘 보낸 화분이 언제 도착하는지 물으셨습니다. 6시 전이라고 안내했습니다.
    `),
  },
};
