import type { LearnTexts } from '../learn/texts';

const texts: LearnTexts = {
  lessons: {
    palace: { title: 'Tướng và Sĩ', about: 'Trong cung', steps: [
      'Tướng và Sĩ đi một điểm theo các đường kẻ trong cung, kể cả đường chéo. Hãy dùng Tướng bắt quân Binh được đánh dấu.',
      'Binh đang chiếu tướng! Sĩ bảo vệ Tướng. Hãy dùng Sĩ bắt Binh.',
    ] },
    chariot: { title: 'Xe', about: 'Đi thẳng, xa tùy ý', steps: [
      'Xe đi thẳng bao xa cũng được nếu đường trống. Hãy bắt cả hai quân Binh được đánh dấu.',
      'Trong cung, Xe còn đi theo đường chéo. Hãy bắt quân Sĩ được đánh dấu.',
    ] },
    soldier: { title: 'Tốt và Binh', about: 'Tiến hoặc sang ngang, không lùi', steps: [
      'Tốt đi một điểm, tiến hoặc sang ngang. Hãy bắt quân Binh được đánh dấu trong hai nước.',
      'Trong cung đối phương, Tốt còn tiến theo đường chéo. Hãy bắt quân Sĩ ở giữa.',
    ] },
    horse: { title: 'Mã', about: 'Và điểm cản chân Mã', steps: [
      'Mã đi một điểm thẳng rồi một điểm chéo ra ngoài. Hãy bắt quân Binh được đánh dấu.',
      'Quân đứng ở điểm đầu sẽ cản Mã. Tốt của bạn đang chắn đường: hãy tránh sang bên rồi bắt.',
    ] },
    elephant: { title: 'Tượng', about: 'Một thẳng, hai chéo', steps: [
      'Tượng đi một điểm thẳng rồi hai điểm chéo ra ngoài. Hãy bắt quân Binh được đánh dấu.',
      'Cả hai điểm trên đường phải trống. Hãy mở đường rồi dùng Tượng bắt.',
    ] },
    cannon: { title: 'Pháo', about: 'Phải nhảy qua một quân', steps: [
      'Pháo đi thẳng qua đúng một quân. Hãy bắt quân Binh được đánh dấu.',
      'Không có quân làm ngòi, Pháo không đi được. Hãy đưa Tốt vào giữa rồi bắt.',
      'Pháo không nhảy qua Pháo và không bắt Pháo. Trong cung, Pháo cũng nhảy theo đường chéo. Hãy bắt quân Binh đang chiếu.',
    ] },
    check: { title: 'Chiếu và chiếu hết', about: 'Tấn công Tướng', steps: [
      'Tướng có thể bị bắt ở nước sau là đang bị chiếu. Hãy dùng Xe để chiếu.',
      'Chiếu mà không có cách giải là chiếu hết, và thắng. Hãy tìm nước đó.',
    ] },
    escape: { title: 'Giải chiếu', about: 'Tránh, chặn hoặc bắt', steps: [
      'Bạn đang bị chiếu và phải giải. Tướng có thể rời cột. Hãy tìm nước giải chiếu.',
      'Bạn cũng có thể bắt quân đang chiếu. Hãy làm vậy.',
    ] },
    points: { title: 'Điểm và bỏ lượt', about: 'Khi không ai bị chiếu hết', steps: [
      'Mỗi quân có giá trị: Xe 13, Pháo 7, Mã 5, Tượng 3, Sĩ 3, Tốt 2. Có hai quân có thể bắt: hãy chọn quân giá trị hơn.',
      'Khi nước nào cũng thiệt, bạn có thể bỏ lượt, trừ khi đang bị chiếu. Hai bên bỏ lượt liên tiếp thì đa số ván kết thúc và tính điểm. Hãy bỏ lượt.',
    ] },
    facing: { title: 'Hai Tướng đối mặt', about: 'Bikjang', steps: [
      'Hai Tướng đối mặt trên một cột trống gọi là bikjang. Theo một số luật, bạn phải tránh, hoặc bỏ lượt và chấp nhận kết thúc ván. Hãy tránh.',
    ] },
  },
  guide: {
    opening: { title: 'Những nước đầu', text: [
      'Trước hết hãy mở cột cho Xe: đưa Tốt biên sang ngang. Hai Tốt đứng cạnh nhau bảo vệ lẫn nhau.',
      'Sau đó lên Mã về phía giữa. Mã cạnh cung giữ đường vào Tướng và làm ngòi cho Pháo.',
    ] },
    cannons: { title: 'Dùng và chống Pháo', text: [
      'Lúc đầu không Pháo nào đi được: hãy lên Mã làm ngòi. Pháo trước Tướng (e3) giữ trung tâm và nhắm vào cung đối phương.',
      'Pháo mạnh khi ngòi đứng vững. Hãy chống bằng cách rút ngòi, thêm một quân thứ hai, hoặc đặt Pháo của bạn chắn đường.',
    ] },
    blocking: { title: 'Điểm cản', text: [
      'Mã và Tượng có thể bị cản. Trước khi tấn công, hãy xem các điểm trên đường có bị chắn được không.',
      'Khi phòng thủ, một Tốt ở điểm cản thường hữu ích hơn một Sĩ trong cung.',
    ] },
    chariots: { title: 'Xe', text: [
      'Xe nên đứng ở cột trống và ở hàng thứ hai của đối phương, nơi nó giam chân Tướng.',
      'Trong cung, Xe đi theo đường chéo. Hãy tìm nước chiếu từ góc và từ tâm cung.',
    ] },
    palace: { title: 'Giữ cung', text: [
      'Hãy đưa Tướng về hàng cuối và giữ Sĩ hai bên. Ở giữa cung, Tướng bị tấn công từ tám hướng.',
      'Đừng đổi Sĩ lấy Tốt quá sớm: không có Sĩ, Xe và Pháo chiếu hết rất nhanh.',
    ] },
    endgame: { title: 'Tàn cuộc và điểm', text: [
      'Không có chiếu hết thì tính điểm, và Hán được cộng 1,5. Cầm Sở bạn phải được lợi quân; cầm Hán bạn có thể chờ.',
      'Tốt mạnh lên khi gần cung. Hãy tiến chúng cạnh nhau và đừng để vượt quá Tướng: Tốt không lùi được.',
    ] },
  },
  glossary: [
    ['Tướng', '궁 · 장 (將)', 'Không rời cung. Bên bị chiếu hết thì thua.'],
    ['Sĩ', '사 (士)', 'Không rời cung. 3 điểm.'],
    ['Xe', '차 (車)', 'Đi thẳng bao xa cũng được. 13 điểm.'],
    ['Pháo', '포 (包)', 'Nhảy qua đúng một quân, không nhảy qua và không bắt Pháo. 7 điểm.'],
    ['Mã', '마 (馬)', 'Một điểm thẳng, một điểm chéo ra ngoài. 5 điểm.'],
    ['Tượng', '상 (象)', 'Một điểm thẳng, hai điểm chéo ra ngoài. 3 điểm.'],
    ['Tốt, Binh', '졸 (卒) · 병 (兵)', 'Một điểm, tiến hoặc sang ngang. 2 điểm.'],
    ['Cung', '궁성', 'Chín điểm quanh Tướng, có đường chéo.'],
    ['Cách xếp quân', '상차림', 'Vị trí ban đầu của Mã và Tượng.'],
    ['Điểm cản', '멱', 'Điểm mà quân đứng ở đó sẽ cản Mã hoặc Tượng.'],
    ['Ngòi', '포다리', 'Quân mà Pháo nhảy qua.'],
    ['Bỏ lượt', '한수쉼', 'Một lượt không đi quân.'],
    ['Chiếu tướng', '장군', 'Tướng có thể bị bắt ở nước sau.'],
    ['Giải chiếu', '멍군', 'Nước chấm dứt thế chiếu.'],
    ['Chiếu hết', '외통', 'Thế chiếu không giải được.'],
    ['Tướng đối mặt', '빅장', 'Hai Tướng đối mặt trên một cột trống.'],
    ['Điểm', '점수', 'Giá trị các quân của một bên.'],
    ['Deom', '덤', '1,5 điểm cho Hán vì đi sau.'],
    ['Đọc giây', '초읽기', 'Các lượt thời gian sau thời gian chính.'],
    ['Đi lại', '무르기', 'Rút lại nước đi khi đối thủ đồng ý.'],
    ['Biên bản', '기보', 'Ván cờ được ghi lại.'],
    ['Cờ chấp', '접장기', 'Ván cờ một bên bắt đầu với ít quân hơn.'],
  ],
};

export default texts;
