# ruff: noqa: RUF001 - letters of other scripts are what this file is about
"""Words that people's boards use for being done, being in progress, and being urgent, in the languages we know.

Plain data; `meaning.py` compares it. Words are separated by spaces,
phrases by commas; case and accents do not count.
"""

from __future__ import annotations

from typing import Final

DONE: Final = """
done, complete, completed, closed, finished, resolved,
erledigt, erledigte, erledigtes, fertig, fertiggestellt, abgeschlossen, abgeschlossene, geschlossen, beendet,
gelöst,
fait, faits, faite, faites, fini, finis, finie, finies, terminé, terminés, terminée, terminées, achevé,
achevés, achevée,
clos, clôturé, clôturés, clôturée, fermé, fermés, résolu, résolus,
hecho, hechos, hecha, hechas, terminado, terminados, terminada, terminadas, completado, completados, completada,
completadas, completo, finalizado, finalizados, finalizada, finalizadas, cerrado, cerrados, cerrada, cerradas,
acabado,
acabados, resuelto, realizado, realizados,
feito, feitos, feita, feitas, concluído, concluídos, concluída, concluídas, concluido, completos, encerrado,
encerrados,
fechado, fechados, fechada, resolvido, resolvidos, entregue e fechado,
fatto, fatti, fatta, fatte, finito, finiti, completato, completati, completata, completate, concluso, conclusi,
chiuso,
chiusi, chiusa, terminato, terminati, risolto, completi,
klaar, gedaan, afgerond, afgeronde, voltooid, voltooide, gereed, afgesloten, gesloten, afgehandeld, opgelost,
zrobione, gotowe, ukończone, ukończono, zakończone, zakończono, zamknięte, zamknięty, wykonane, wykonano,
skończone,
rozwiązane, zrealizowane,
hotovo, hotové, hotová, dokončeno, dokončené, dokončená, uzavřeno, uzavřené, splněno, splněné, ukončeno,
vyřešeno,
klart, klara, färdig, färdigt, färdiga, avslutad, avslutat, avslutade, slutförd, slutfört, slutförda, stängd,
stängda,
gjort, gjorda, löst,
færdig, færdige, færdigt, afsluttet, afsluttede, lukket, lukkede, udført, fuldført, gennemført,
ferdig, ferdige, fullført, avsluttet, avsluttede, lukkede, utført, gjennomført,
valmis, valmiit, tehty, tehdyt, suljettu, suljetut, päättynyt, suoritettu, suoritetut, ratkaistu,
готово, готов, готовые, сделано, сделанные, выполнено, выполненные, завершено, завершен, завершенные, закрыто,
закрыт,
закрытые, закончено, окончено, решено,
зроблено, виконано, виконані, завершені, закрито, закриті, закінчено, вирішено,
tamamlandı, tamamlanan, tamamlananlar, tamamlanmış, bitti, biten, bitenler, bitmiş, yapıldı, yapılan,
yapılanlar,
kapatıldı, kapandı, kapalı, çözüldü,
kész, befejezett, befejezve, lezárt, lezárva, elkészült, finalizat, finalizate, terminat, încheiat, închis,
gata,
ολοκληρώθηκε, ολοκληρωμένα, έγινε, hoàn thành, đã xong, selesai, hotovou, dokončené, završeno, gotovo, končano,
منجز, مكتمل, مكتملة, تم, בוצע, הושלם, סגור,
完了, 完成, 终了, 終了, 対応済, 処理済, 済み, 完结, 完結, 已关闭, 已關閉, 已结束, 已結束, 已解决, 已解決,
クローズ, 解決済,
완료, 완성, 종료, 닫힘, 해결됨, 끝남
"""

# Mean "done" only when they are the whole name; inside a longer one they mean "ready for something".
DONE_ALONE: Final = """
listo, listos, klar, tamam, 済, 끝, 關閉, 关闭, 結束, 结束, kész
"""

# Done, unless what follows says what it is ready for ("Klaar voor review", "Готово к проверке").
READY_WORDS: Final = """
klaar gereed klar klart klara fertig gotowe hotovo hotove готово готов готовые ferdig faerdig fardig fardigt
valmis gata
"""
READY_FOR: Final = """
voor om for for att til till zum zur für do pro к ко до для na на k ke om review test pentru de vel
"""

DOING: Final = """
doing, in progress, inprogress, work in progress, wip, in process, working on, being worked on, under way,
underway,
ongoing, started, in flight,
in arbeit, in bearbeitung, in der bearbeitung, wird bearbeitet, laufend, in umsetzung,
en cours, en progression, en traitement,
en curso, en progreso, en proceso, en ejecución, en marcha, haciendo, trabajando,
em andamento, em progresso, em curso, em execução, fazendo,
in corso, in lavorazione, in esecuzione, facendo,
mee bezig, bezig, in uitvoering, in behandeling, wordt uitgevoerd, onderhanden, lopend,
w toku, w trakcie, w realizacji, robione, w pracy,
probíhá, probíhající, v procesu, v průběhu, rozpracováno, rozpracované, zpracovává se, v řešení, dělá se,
pågående, pågår, under arbete, påbörjad, påbörjade,
igangværende, i gang, under udførelse, i arbejde,
under arbeid, pågår nå, påbegynt, underveis,
kesken, työn alla, käynnissä, meneillään, tekeillä, työstössä,
в работе, в процессе, выполняется, делается, в разработке, на выполнении,
в роботі, в процесі, у роботі, у процесі, виконується, робиться,
devam ediyor, devam eden, devam edenler, yapılıyor, sürüyor, sürmekte, yapım aşamasında,
folyamatban, în lucru, în curs, în desfășurare, σε εξέλιξη, đang làm, đang thực hiện, sedang dikerjakan,
u tijeku, v teku,
قيد التنفيذ, جاري العمل, בביצוע, בתהליך, בעבודה,
進行中, 作業中, 対応中, 処理中, 着手中, 実行中, 进行中, 正在进行, 处理中, 處理中, 执行中, 執行中, 진행중,
진행 중, 작업중, 작업 중, 하는 중
"""

# Status categories and statuses that say "nobody has begun".
TO_DO: Final = """
to do, todo, new, open, undefined, backlog, not started, planned, nicht begonnen, nicht gestartet, geplant,
no iniciado, no iniciada, sin empezar, sin iniciar, non commencé, non commencée, pas commencé, non démarré, à planifier,
não iniciado, não iniciada, não iniciadas, non iniziato, non iniziata, niet gestart, nie rozpoczęto,
opened, reopened, zu erledigen, offen, neu, a faire, à faire, ouvert, nouveau,
por hacer, tareas por hacer, pendiente, a fazer, itens pendentes, tarefas pendentes, pendente, da fare,
da completare,
aperto, te doen, nog te doen, do zrobienia, úkoly, k provedení, udělat, nevyřízené, att göra, at gøre, opgaver,
skal gøres,
å gjøre, gjøremål, tehtävä, tehtävät, tehtävänä, к выполнению, сделать, открыто, до виконання, до роботи,
зробити,
yapılacaklar, yapılacak, 作業前, 未着手, 待办, 待辦, 待处理, 待處理, 해야 할 일, 할 일
"""

NEGATIONS: Final = """
not no non isn isnt aren arent wasn hasn haven hasnt havent never without cannot nearly almost half partially
partly
nicht kein keine nie niemals ohne fast halb teilweise pas jamais sans presque sin casi nunca nao sem quase nem
senza quasi
mai niet geen zonder bijna nog nie nieukonczone bez prawie ne neni není inte ej ikke ikkje uden uten utan
nesten naesten
nastan ei eivat ennen melkein не нет без почти ще майже nem nincs den chua belum nije לא غير
"""

# Before a word for "done" they make it a wish, a condition or a definition.
WISHES: Final = """
to be get gets getting must should needs need will when until till before if definition zu
"""

AFTER_NEGATIONS: Final = "değil degil yet"
ASIAN_BEFORE: Final = "未不没沒無非待需要미"
ASIAN_AFTER: Final = ("してい", "して无", "予定", "待ち", "않", "안됨", "전", "前", "예정", "不")

URGENT: Final = """
highest, blocker, critical, urgent, very high, top,
höchste, höchster, am höchsten, sehr hoch, kritisch, dringend, blockierend,
la plus haute, plus haute, le plus élevé, la plus élevée, plus élevée, maximale, très haute, très élevée,
critique, urgente,
urgents, bloquant, bloquante, bloqueur,
más alta, más alto, la más alta, máxima, muy alta, crítica, crítico, bloqueador, bloqueante,
mais alta, a mais alta, mais alto, muito alta, altíssima, bloqueadora, impeditivo,
più alta, più alto, la più alta, massima, molto alta, critica, critico, bloccante,
hoogste, kritiek, kritisk, kritiskt, spoed, blokkerend, zeer hoog, dringende,
najwyższy, najwyższa, bardzo wysoki, krytyczny, krytyczna, krytyczne, pilne, pilny, pilna, blokujący, blokada,
nejvyšší, velmi vysoká, kritická, kritický, kritické, naléhavé, naléhavá, urgentní, blokující,
högst, högsta, mycket hög, brådskande, akut, blockerande, højeste, højest, haster, presserende, blokerende,
høyeste, høyest,
korkein, erittäin korkea, kriittinen, kiireellinen, kiire, estävä,
наивысший, наивысшая, самый высокий, критический, критичный, критично, срочно, срочный, срочная, блокирующий,
блокер,
найвищий, найвища, критичний, критична, терміново, терміновий, блокуючий, блокувальний,
en yüksek, çok yüksek, kritik, acil, engelleyici, azonnali, sürgős, kritikus, maxim, επείγον, khẩn cấp,
mendesak,
最高, 緊急, 紧急, 至急, 重大, 非常に高い, 致命的, 阻塞, 特急, 가장 높음, 매우 높음, 긴급, 심각, 차단
"""
HIGH: Final = """
high, hoch, hohe, hoher, haute, haut, élevée, élevé, alta, alto, altas, elevada, elevado, elevata, hoog, hoge,
wysoki, wysoka, wysokie, vysoká, vysoký, vysoké, hög, högt, høj, høy, korkea, высокий, высокая, високий, висока,
yüksek, magas, ridicat, ridicată, υψηλή, tinggi, 高, 高い, 높음
"""
MEDIUM: Final = """
medium, major, normal, none, mittel, moyenne, media, medio, média, médio, gemiddeld, średni, střední, medel,
middel, middels,
keskitaso, средний, середній, orta, 中, 보통, 중간
"""
LOW: Final = """
low, lowest, minor, trivial, very low, niedrig, niedrige, niedriger, niedrigste, am niedrigsten, gering,
geringfügig,
sehr niedrig, unbedeutend, nebensächlich,
basse, bas, faible, la plus basse, plus basse, la plus faible, le plus bas, minime, minimale, très basse,
mineure, mineur,
triviale, baja, bajo, más baja, más bajo, la más baja, muy baja, mínima, menor, baixa, baixo, mais baixa,
a mais baixa,
mais baixo, muito baixa, bassa, basso, più bassa, più basso, la più bassa, minima, minore, molto bassa, banale,
laag, lage, laagste, zeer laag, triviaal, niski, niska, niskie, najniższy, najniższa, bardzo niski, drobny,
trywialny,
nízká, nízký, nízké, nejnižší, velmi nízká, drobná, triviální, låg, lågt, lägst, lägsta, mindre, trivialt, lav,
laveste,
lavest, ubetydelig, matala, alhainen, matalin, alhaisin, vähäinen, triviaali, низкий, низкая, самый низкий,
наинизший,
незначительный, тривиальный, низький, низька, найнижчий, незначний, тривіальний, düşük, en düşük, çok düşük,
önemsiz,
alacsony, legalacsonyabb, scăzut, scăzută, χαμηλή, rendah,
低, 低い, 最低, 軽微, 非常に低い, 次要, 낮음, 가장 낮음, 매우 낮음, 사소
"""

# Around a level they add nothing: "Priority: High", "Prioridad alta", "P1 - Critical", "[prio] low".
PRIORITY_MARKERS: Final = """
priority prio pri priorität prioritat prioritaet priorité priorite prioridad prioridade priorità prioriteit
priorytet
priorita prioritet prioriteetti приоритет пріоритет öncelik önceliği öncelikli 優先度 优先级 優先級 優先順位
우선순위 severity sev
p0 p1 p2 p3 p4 p5 level stufe niveau nivel
"""
