namespace Orchestrator.Faults.Tests.CrashPoints.Loops;

/// <summary>
/// The solution of a night with loops: a turn for each row, in which a value is set and read, a file moved, a message
/// sent, and another loop stands; and turns as long as a condition is true.
/// </summary>
internal static class LoopSolution
{
    /// <summary>The keys of the turns, each of which has a file.</summary>
    public static readonly IReadOnlyList<string> Parts = ["A", "B", "C"];

    /// <summary>Its text.</summary>
    /// <param name="databases">The connections Source and Stage, a line each, and where the ledger lies.</param>
    /// <param name="port">Of the mail server.</param>
    /// <param name="maySendTwice">Whether messages may be sent again; else one package is at work at a time.</param>
    public static string Text(string databases, int port, bool maySendTwice) => $$$"""
        formatVersion: 1
        solution: Turns
        settings: {maxConcurrency: {{{(maySendTwice ? 4 : 1)}}}}
        mail: {host: 127.0.0.1, port: {{{port}}}, tls: none, from: etl@example.org}
        {{{databases}}}
          - {connection: Extract, platform: Files, folder: extract}
        variables:
          - {variable: Parts, scope: run, rows: {Code: nvarchar(2), Size: int}}
          - {variable: Many, scope: run, dataType: int}
          - {variable: Left, scope: run, dataType: int}
        batches:
          - {batch: Nightly, default: true, projects: [Night]}
        projects:
          - project: Night
            source: Extract
            target: Stage
            containers:
              - {container: First, level: 10}
              - {container: PerPart, level: 20, forEach: {rows: Parts}}
              - {container: Steps, forEach: {from: 1, to: 2, variable: Step, turns: Linear, within: PerPart}}
              - {container: Again, level: 30, forEach: {while: "Left > 0", atMost: 5}}
              - {container: Last, level: 40}
            objects:
              - object: make
                kind: sql
                container: First
                idempotent: true
                sql: >-
                  create table if not exists noted (code varchar(2), many integer);
                  create table if not exists steps (code varchar(2), step integer);
                  create table if not exists rounds (n integer);
                  create table if not exists totals (n integer)
              - object: parts
                kind: sql
                container: First
                dependsOn: [make]
                idempotent: true
                sql: >-
                  select cast('A' as varchar(2)) as "Code", 1 as "Size" union all select 'B', 2 union all select 'C', 3
                sets: {Parts: rows}
              - {object: left, kind: sql, container: First, dependsOn: [parts], idempotent: true, sql: select 2 as n,
                 sets: {Left: n}}
              - {object: reckon, kind: sql, container: PerPart, idempotent: true, sql: "select @Size * 10 as n",
                 sets: {Many: n}}
              - {object: note, kind: sql, container: PerPart, dependsOn: [reckon], idempotent: true,
                 sql: "delete from noted where code = @Code; insert into noted values (@Code, @Many)"}
              - {object: take, kind: file, container: PerPart, dependsOn: [note],
                 file: {move: "${var:Code}.csv", to: kept, existing: replace}}
              - {object: tell, kind: mail, container: PerPart, dependsOn: [take], {{{Twice(maySendTwice)}}}
                 message: {to: [ops@example.org], subject: "Part ${var:Code}", body: It is there.}}
              - {object: step, kind: sql, container: Steps, dependsOn: [note], idempotent: true,
                 sql: "delete from steps where code = @Code and step = @Step; insert into steps values (@Code, @Step)"}
              - object: again
                kind: sql
                container: Again
                idempotent: true
                sql: >-
                  delete from rounds where n = @Turn; insert into rounds values (@Turn);
                  select 2 - count(*) as n from rounds
                sets: {Left: n}
              - {object: total, kind: sql, container: Last, dependsOn: [step, again], idempotent: true,
                 sql: "delete from totals; insert into totals select count(*) from steps"}
        """;

    private static string Twice(bool maySendTwice) => maySendTwice ? "idempotent: true," : "";
}
