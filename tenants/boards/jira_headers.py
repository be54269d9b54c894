# ruff: noqa: RUF001 - letters of other scripts are what this file is about
"""Names of Jira's columns in the languages Jira Cloud translates them to. Plain data; accents and case do not count."""

from __future__ import annotations

from typing import Final

from tenants.boards.text import words

_NAMES: Final = {
    "key": """
        issue key, key, work item key, vorgangsschlüssel, schlüssel, vorgangsnummer, clé de ticket, clé,
        clé de demande, clé de l'élément de travail, clave de incidencia, clave, clave de actividad,
        chave da item, chave do item, chave da pendência, chave, chiave segnalazione, chiave ticket, chiave,
        issuesleutel, sleutel, klucz zgłoszenia, klucz zagadnienia, klucz, klíč požadavku, klíč úkolu, klíč,
        ärendenyckel, nyckel, sagsnøgle, nøgle, saksnøkkel, nøkkel, tapauksen avain, avain, ключ задачи,
        ключ проблемы, код, ключ, код запиту, ключ задачі, 課題キー, キー, 事务键值, 问题关键字, 密钥, 议题键,
        議題鍵, 关键字, 이슈 키, 키, 업무 항목 키, konu anahtarı, sorun anahtarı, talep anahtarı, anahtar
    """,
    "summary": """
        summary, zusammenfassung, résumé, resumen, resumo, riepilogo, sommario, samenvatting, podsumowanie,
        souhrn, shrnutí, přehled, sammanfattning, resumé, oversigt, oppsummering, sammendrag, yhteenveto, тема,
        резюме, сводка, заголовок, підсумок, зведення, 要約, サマリー, 概要, 摘要, 主题, 主旨, 요약, özet,
        összefoglalás, összegzés, rezumat
    """,
    "description": """
        description, beschreibung, descripción, descrição, descrizione, omschrijving, beschrijving, opis,
        popis, beskrivning, beskrivelse, kuvaus, описание, опис, 説明, 描述, 说明, 說明, 설명, açıklama,
        leírás, descriere
    """,
    "status": """
        status, état, statut, estado, stato, stan, stav, tila, статус, состояние, стан, ステータス, 状态, 狀態,
        상태, durum, állapot, stare
    """,
    "category": """
        status category, statuskategorie, catégorie d'état, catégorie de statut, catégorie d'états,
        categoría de estado, categoría del estado, categoria do status, categoria de status,
        categoria do estado, categoria stato, categoria di stato, categoria dello stato, statuscategorie,
        kategoria statusu, kategoria stanu, kategorie stavu, statuskategori, tilaluokka, tilan luokka,
        tilan kategoria, категория статуса, категория состояния, категорія статусу, категорія стану,
        ステータスカテゴリ, ステータスカテゴリー, 状态类别, 状态类目, 狀態類別, 상태 범주, 상태 카테고리,
        durum kategorisi
    """,
    "category_changed": """
        status category changed, statuskategorie geändert, catégorie d'état modifiée,
        catégorie de statut modifiée, categoría de estado cambiada, categoría de estado modificada,
        categoria do status alterada, categoria de status alterada, categoria stato modificata,
        categoria di stato modificata, statuscategorie gewijzigd, zmieniono kategorię statusu,
        kategorie stavu změněna, statuskategori ändrad, statuskategori ændret, statuskategori endret,
        категория статуса изменена, категорію статусу змінено, ステータスカテゴリの変更日, 状态类别已更改,
        상태 범주 변경됨, durum kategorisi değişti
    """,
    "priority": """
        priority, priorität, priorité, prioridad, prioridade, priorità, prioriteit, priorytet, priorita,
        prioritet, prioriteetti, приоритет, пріоритет, 優先度, 优先级, 優先級, 優先順序, 우선순위, öncelik,
        prioritás, prioritate
    """,
    "assignee": """
        assignee, zugewiesene person, bearbeiter, zugewiesen an, zuständige person, zuweisungsempfänger,
        personne assignée, responsable, attribution, assigné, persona asignada, asignado a, responsável,
        assegnatario, uitvoerder, toegewezene, toegewezen aan, toegewezen persoon, osoba przypisana,
        przypisany, przydzielony, osoba odpowiedzialna, řešitel, přiřazená osoba, přidělená osoba,
        pověřená osoba, uppdragstagare, ansvarig, tilldelad, tilldelad person, ansvarlig, tildelt, tildelt til,
        person med opgave, oppdragstaker, tilordnet, käsittelijä, suorittaja, vastuuhenkilö, исполнитель,
        ответственный, виконавець, відповідальний, 担当者, 经办人, 經辦人, 被分配人, 被分派人, 受托人,
        受指派人, 负责人, 담당자, atanan, atanan kişi, felelős
    """,
    "reporter": """
        reporter, autor, melder, berichterstatter, meldende person, rapporteur, auteur, informador, relator,
        segnalatore, autore, richiedente, zgłaszający, osoba zgłaszająca, autor zgłoszenia, zadavatel,
        ohlašovatel, reportér, rapportör, anmälare, rapportør, indberetter, anmelder, innmelder, raportoija,
        ilmoittaja, автор, докладчик, заявитель, автор запиту, доповідач, заявник, 報告者, 报告人, 報告人,
        回報者, 보고자, raporlayan, bildiren, bejelentő
    """,
    "created": """
        created, erstellt, erstellungsdatum, création, créée, créé, créé e, date de création, creada, creado,
        fecha de creación, criado, criada, criado em, data de criação, creato, creata, data creazione,
        creazione, gemaakt, aangemaakt, gemaakt op, aangemaakt op, utworzono, utworzone, data utworzenia,
        vytvořeno, skapad, skapat, oprettet, opprettet, luotu, создано, создан, дата создания, створено,
        дата створення, 作成日, 作成日時, 作成済み, 作成, 创建日期, 已创建, 创建时间, 建立日期, 已建立, 만듦,
        생성일, 생성됨, 만든 날짜, oluşturuldu, oluşturma, oluşturulma, oluşturma tarihi, létrehozva, creat
    """,
    "resolved": """
        resolved, erledigt, gelöst, lösungsdatum, erledigungsdatum, résolu, résolue, résolu e,
        date de résolution, resuelta, resuelto, resueltas, fecha de resolución, resolvido, resolvida,
        resolvido em, risolto, risolta, data risoluzione, opgelost, opgelost op, rozwiązano, rozwiązane,
        rozwiązany, data rozwiązania, vyřešeno, vyřešené, löst, løst, ratkaistu, решено, решена, решенные,
        дата решения, вирішено, розв'язано, дата вирішення, 解決日, 解決済み, 解決日時, 已解决, 解决日期,
        解决时间, 已解決, 解決日期, 해결됨, 해결일, 해결 날짜, çözüldü, çözümlendi, çözülme, megoldva, rezolvat
    """,
    "due": """
        due date, due, fälligkeitsdatum, fällig, fällig am, fälligkeitstermin, date d'échéance, échéance,
        fecha de vencimiento, vencimiento, fecha límite, data de vencimento, data limite, data de entrega,
        vencimento, data di scadenza, scadenza, einddatum, vervaldatum, deadline, termin, termin wykonania,
        data ukończenia, termín, termín dokončení, datum splnění, datum dokončení, förfallodatum, slutdatum,
        förfaller, forfaldsdato, forfalder, forfallsdato, eräpäivä, määräpäivä, määräaika, срок исполнения,
        срок, срок выполнения, дата выполнения, термін виконання, термін, строк виконання, дата виконання,
        期限, 期日, 期限日, 到期日, 截止日期, 到期日期, 期限日期, 기한, 마감일, bitiş tarihi, son tarih,
        teslim tarihi, vade tarihi, határidő, scadență
    """,
    "project_name": """
        project name, projektname, nom du projet, nom de projet, nombre del proyecto, nombre de proyecto,
        nome do projeto, nome progetto, nome del progetto, projectnaam, naam project, nazwa projektu,
        název projektu, projektnamn, projektnavn, prosjektnavn, projektin nimi, имя проекта, название проекта,
        назва проекту, назва проєкту, プロジェクト名, 项目名称, 專案名稱, 프로젝트 이름, proje adı,
        projekt neve
    """,
    "labels": """
        labels, label, stichwörter, stichworte, etiketten, étiquettes, etiquetas, rótulos, categorias,
        etichette, trefwoorden, etykiety, štítky, etiketter, tunnisteet, метки, мітки, ラベル, 标签, 標籤,
        标记, 레이블, etiketler, címkék
    """,
}

# Folded name -> role. No name has two roles.
ROLE_BY_NAME: Final[dict[str, str]] = {
    " ".join(words(name)): role for role, names in _NAMES.items() for name in names.replace("\n", " ").split(",")
}


def role_of(header: str) -> str | None:
    """The role of a column with this header in any language we know."""
    return ROLE_BY_NAME.get(" ".join(words(header)))
