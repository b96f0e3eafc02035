using Orchestrator.Data;

namespace Orchestrator.Faults.Tests.CrashPoints;

/// <summary>The solution of a busy night: one batch of loads of all patterns, statements, hooks and files.</summary>
internal static class BusySolution
{
    private const string Dropped = "DropAndReload";

    private const string States = "create table if not exists states (n integer)";

    private const string Summary = "create table if not exists summary (name varchar(20), n integer)";

    private static readonly Dictionary<string, string> All = new()
    {
        ["Append"] = "Stage/t_append",
        ["DeltaInsert"] = "Stage/t_delta",
        ["Merge with watermark"] = "Stage/t_merge",
        ["ReplaceRange"] = "Stage/t_range",
        [Dropped] = "Stage/t_drop",
        ["scd"] = "Mart/m_versions",
        ["scd by dataflow"] = "Mart/m_flow",
        ["absorb"] = "Mart/m_latest",
        ["sql"] = "Work/summary",
    };

    private const string IdName = "columns: [{column: id, dataType: int}, {column: name, dataType: varchar(60)}]";

    private const string Keyed =
        "columns: [{column: id, dataType: int, key: 1}, {column: name, dataType: varchar(60)}]";

    private const string Versioned = "columns: [{column: id, dataType: int, key: 1}, "
        + "{column: name, dataType: varchar(60)}, {column: version, dataType: int}]";

    private const string Dated = "columns: [{column: id, dataType: int, key: 1}, {column: day, dataType: date}, "
        + "{column: name, dataType: varchar(60)}]";

    /// <summary>What makes the tables that its statements write; no package may where none could be taken back.
    /// </summary>
    public static IReadOnlyList<string> Tables { get; } = [States, Summary];

    /// <summary>The packages whose insides are looked at one by one, by what they are.</summary>
    public static IReadOnlyDictionary<string, string> Patterns(PlatformAbilities abilities) =>
        All.Where(one => abilities.UndoesDefinitions || one.Key != Dropped).ToDictionary();

    /// <summary>Its text.</summary>
    /// <param name="databases">The connections Source and Stage, a line each, and where the ledger lies.</param>
    /// <param name="abilities">What the platform of both can do.</param>
    public static string Text(string databases, PlatformAbilities abilities) => abilities.UndoesDefinitions
        ? Text(databases, abilities.SharesSnapshots ? Split : "", Shadow, Drop, States, $"{Summary}; ")
        : Text(databases, abilities.SharesSnapshots ? Split : "", "", "", "update states set n = n", "");

    private static string Text(
        string databases, string parted, string shadow, string drop, string begun, string summary) => $$$"""
        formatVersion: 1
        solution: Busy
        settings: {maxConcurrency: 4}
        systemColumns:
          RowAuditId: {column: RowAuditId, dataType: bigint}
        {{{databases}}}
          - {connection: Extract, platform: Files, folder: extract}
          - {connection: Inbox, platform: Files, folder: inbox,
             files: {take: new, archive: done, doneFile: "*.done", onNone: skip}}
          - {connection: Outbox, platform: Files, folder: out}
        batches:
          - batch: Nightly
            default: true
            projects: [Landing, Delivered, Stage, Work, Mart, Out, Kept]
            hooks:
              - {hook: begun, when: before, connection: Stage, sql: "{{{begun}}}"}
        projects:
          - project: Landing
            source: Extract
            target: Stage
            objects:
              - {object: l_plain, source: {file: plain.csv}, load: {swap: transaction}, {{{IdName}}}}
              {{{shadow}}}
              - {object: l_inplace, source: {file: plain.csv}, load: {swap: inPlace, commitRows: 7}, {{{IdName}}}}
              - {object: l_singly, source: {file: plain.csv}, {{{IdName}}},
                 load: {swap: inPlace, fastLoad: false, commitRows: 1}}
              - {object: l_faulty, source: {file: faulty.csv}, errors: {onError: redirect}, load: {swap: transaction},
                 columns: [{column: id, dataType: int}, {column: name, dataType: varchar(60), onTruncation: redirect}]}
              - {object: l_big, source: {file: big.csv}, {{{IdName}}}}
          - project: Delivered
            source: Inbox
            target: Stage
            objects:
              - {object: d_taken, source: {file: "*.csv"}, load: {pattern: Append}, {{{IdName}}}}
          - project: Stage
            source: Source
            target: Stage
            objects:
              - {object: t_append, source: {name: s_append}, load: {pattern: Append}, {{{IdName}}},
                 watermarks: [{watermark: Id, column: id, dataType: int, default: "0"}]}
              - {object: t_delta, source: {name: s_delta}, load: {pattern: DeltaInsert}, {{{Keyed}}}}
              - {object: t_merge, source: {name: s_merge}, load: {pattern: Merge}, {{{Versioned}}},
                 watermarks: [{watermark: Version, column: version, dataType: int, default: "0"}],
                 hooks: [{hook: clear, when: before, sql: "delete from states"},
                         {hook: counted, when: after, sql: "insert into states select count(*) from t_merge"}]}
              - {object: t_range, source: {name: s_range}, {{{Dated}}},
                 load: {pattern: ReplaceRange, range: {column: day, from: "2026-01-01", to: "2026-02-01"}},
                 hooks: [{hook: first, when: before, transaction: load, sql: "update states set n = n + 0"},
                         {hook: last, when: after, transaction: load, sql: "update states set n = n - 0"}]}
              {{{drop}}}
              {{{parted}}}
          - project: Work
            target: Stage
            objects:
              - object: summary
                kind: sql
                idempotent: true
                sql: >-
                  {{{summary}}}delete from summary;
                  insert into summary select 'merge', count(*) from t_merge;
                  insert into summary select 'append', count(*) from t_append;
          - project: Mart
            source: Stage
            target: Stage
            objects:
              - {object: m_merge, source: {name: t_merge}, load: {pattern: Merge}, {{{Versioned}}}}
              - {object: m_versions, kind: scd, source: {name: t_range}, scd: {effectiveFrom: day, deletes: flag},
                 columns: [{column: id, dataType: int, key: 1}, {column: day, dataType: date},
                           {column: name, dataType: varchar(60), current: newest}]}
              - {object: m_flow, kind: scd, source: {name: t_range},
                 scd: {effectiveFrom: day, deletes: flag, engine: dataflow},
                 columns: [{column: id, dataType: int, key: 1}, {column: day, dataType: date},
                           {column: name, dataType: varchar(60), current: newest}]}
              - {object: m_append, source: {name: t_append}, load: {swap: transaction}, {{{IdName}}}}
              - {object: m_latest, kind: absorb, source: {name: t_append}, {{{Keyed}}}}
          - project: Out
            source: Stage
            target: Outbox
            objects:
              - {object: merged, source: {name: t_merge}, {{{Versioned}}}}
          - project: Kept
            source: Extract
            target: Stage
            objects:
              - {object: k_folder, kind: file, file: {makeFolder: kept/moved}}
              - {object: k_copy, kind: file, dependsOn: [k_folder],
                 file: {copy: "*.csv", to: kept, existing: replace}}
              - {object: k_move, kind: file, dependsOn: [k_copy],
                 file: {move: kept/plain.csv, to: kept/moved, existing: replace}}
              - {object: k_delete, kind: file, dependsOn: [k_move], file: {delete: "kept/*.csv"}}
        """;

    private const string Shadow =
        "- {object: l_shadow, source: {file: plain.csv}, load: {swap: shadow}, " + IdName + "}";

    private const string Drop =
        "- {object: t_drop, source: {name: s_drop}, load: {pattern: " + Dropped + "}, " + IdName + "}";

    private const string Split = "- {object: t_split, source: {name: s_split}, "
        + "load: {splitBy: {column: id, parts: 2}}, " + IdName + "}";
}
