using System.Text.RegularExpressions;
using Orchestrator.Tds;

namespace Orchestrator.Ledger.Tests;

/// <summary>
/// A scripted SQL Server that answers the ledger's statements by their names, as one with an empty ledger would; what
/// is not named answers without rows.
/// </summary>
internal sealed partial class ScriptedLedger : IDisposable
{
    private readonly Dictionary<string, string> _names = LedgerSql.SqlServer.Names()
        .GroupBy(name => Request.OneLine(LedgerSql.SqlServer.Of(name)))
        .ToDictionary(names => names.Key, names => names.First());

    private readonly Dictionary<string, Func<Request, object?[]?>> _answers = [];
    private long _attempts;

    public ScriptedLedger()
    {
        Server.On(request => request.Sql is not null && !OfTransaction().IsMatch(request.Sql), Answer);
        Answer("server/has_ledger", 1);
        Answer("server/has_schema", 1);
        Answer("server/version", LedgerSql.Version);
        Answer("server/last_run", 1);
        Answer("server/try_lock", 1);
        Answer("server/lock_is_ours", 1);
        Answer("server/free_lock", 1);
        Answer("server/has_snapshots", 1);
        Answer("insert_run", 1L);
        Answer("count_runs", 1);
        Answer("insert_firing", 5L);
        foreach (var number in (string[])
        [
            "insert_service", "update_service_renewed", "update_firing_run", "update_firing_end",
            "update_start_request", "insert_schedule_pause", "update_schedule_pause", "insert_start_request",
        ])
        {
            Answer(number, 1L);
        }

        Answer("insert_token", "abcdefgh");
        _answers["insert_attempt"] = _ => [++_attempts];
        _answers["update_run_commits"] = request => [((Call)request)["@p2"]];
    }

    public TdsServer Server { get; } = TdsServer.Start();

    /// <summary>
    /// What was sent, without ids, times, paths and this process, and without the ends of sessions, which nobody waits
    /// for.
    /// </summary>
    public string Sent => string.Join('\n', Server.Recorder.Lines
        .Where(line => !line.EndsWith(" closed", StringComparison.Ordinal)).Select(Plain)) + "\n";

    public LedgerLocation Location(string folder) => Places.Of(
        Place.SqlServer,
        $"Server=tcp:127.0.0.1,{Server.Port};Database=Ledgers;User ID=etl;Password=secret;Encrypt=Optional",
        folder);

    /// <summary>Answers a statement with one row of one value; null = no row.</summary>
    public void Answer(string name, object? value) => _answers[name] = _ => value is null ? null : [value];

    public void Dispose() => Server.Dispose();

    private void Answer(Request request, Reply reply)
    {
        var sql = Request.OneLine(request.Sql!);
        var name = _names.GetValueOrDefault(sql, sql);
        if (_answers.TryGetValue(name, out var answer) && answer(request) is [var value])
        {
            reply.Value(value is long ? "bigint" : value is string ? "nvarchar(200)" : "int", value);
        }
        else if (sql.StartsWith("SELECT coalesce(max(", StringComparison.Ordinal)
            || sql.StartsWith("SELECT coalesce(CAST(CASE WHEN IDENT_CURRENT(", StringComparison.Ordinal))
        {
            reply.Value("bigint", 7L);
        }
        else
        {
            reply.Done(1);
        }
    }

    private static string Plain(string line) => Varying().Replace(line, "…");

    [GeneratedRegex(@"^(begin|commit|rollback|if @@trancount|select @@|kill|set transaction)",
        RegexOptions.IgnoreCase)]
    private static partial Regex OfTransaction();

    // Among them this process, as its lease or service names it, and tokens.
    [GeneratedRegex(@"(?<=orchestrator ledger )[0-9a-f]{16}|(?<=orchestrator\.leases.*@p5 \S+ = ).*(?=, @p10)|"
        + @"(?<=INTO orchestrator\.services.*@p3 \S+ = ).*(?=, @p8)|(?<=')[0-9a-f]{64}|"
        + @"(?<=first-|@p1 \S+ = N')[a-z2-9]{8}(?=[' ])|(?<=[ (])[a-z2-9]{8}(?=\))|"
        + @"[0-9a-f]{8}-[0-9a-f-]{27}|(?<=bigint = )\d{15,}|(?<=')[^' ]*/[^' ]*(?=')")]
    private static partial Regex Varying();
}
