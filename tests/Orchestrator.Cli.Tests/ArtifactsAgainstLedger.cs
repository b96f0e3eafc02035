using System.Globalization;
using System.Text.Json;
using static Orchestrator.Cli.Tests.LedgerTables;

namespace Orchestrator.Cli.Tests;

/// <summary>
/// Compares the artifacts of a run with the ledger's tables, by its own SQL and its own reading of the JSON: what the
/// program reads them with is not asked.
/// </summary>
internal static class ArtifactsAgainstLedger
{
    /// <summary>The verdict of the run's row, after everything was found equal.</summary>
    public static string AssertEqual(string solution, long run)
    {
        using var ledger = Open(solution);
        Assert.That(Rows(ledger, "pragma integrity_check"), Is.EqualTo(new[] { "ok" }));
        return AssertEqual(
            Path.Combine(solution, ".orchestrator", "runs", run.ToString(CultureInfo.InvariantCulture)),
            sql => Rows(ledger, sql), run);
    }

    /// <summary>The same for a folder of artifacts and whatever answers SQL about the ledger.</summary>
    public static string AssertEqual(string folder, Func<string, List<string>> ask, long run)
    {
        var verdict = ask($"select coalesce(verdict, 'none') from runs where run = {run}").Single();
        using (Assert.EnterMultipleScope())
        {
            Assert.That(ask($"select name from nodes where run = {run} and state in "
                + "('Pending', 'Ready', 'Running', 'Cancelling')"), Is.Empty, "nodes without an end");
            Assert.That(ask($"select attempt from attempts where run = {run} and (ended_at is null "
                + "and state <> 'EndedUnexpectedly' or state in ('Running', 'Cancelling'))"), Is.Empty,
                "attempts without an end");
            Assert.That(Manifest(folder), Is.EqualTo(ask(
                $"select name, hash from nodes where run = {run} and template < 0 order by node")), "manifest.json");
            Assert.That(Results(folder), Is.EqualTo(ask($"""
                select n.name, n.state, coalesce(a.attempt, 0), coalesce(a.number, 0), coalesce(a.rows_read, 0),
                       coalesce(a.rows_inserted, 0)
                from nodes n left join attempts a on a.attempt = n.last_attempt
                where n.run = {run} and n.kind = 'Package' and n.is_template = 0 order by n.node
                """)), "run_results.json");
            Assert.That(Events(folder), Is.EqualTo((string[])
            [
                "start", .. ask($"""
                    select n.name, t.from_state, t.to_state, t.attempt, t.why
                    from transitions t join nodes n on n.run = t.run and n.node = t.node
                    where t.run = {run} and n.is_template = 0 order by t.sequence
                    """), $"end {verdict}",
            ]), "events.jsonl");
        }

        return verdict;
    }

    private static IEnumerable<string> Manifest(string folder)
    {
        using var json = JsonDocument.Parse(File.ReadAllText(Path.Combine(folder, "manifest.json")));
        return [.. json.RootElement.GetProperty("nodes").EnumerateArray()
            .Select(node => Row(node.GetProperty("unique_id"), node.GetProperty("checksum")))];
    }

    private static IEnumerable<string> Results(string folder)
    {
        using var json = JsonDocument.Parse(File.ReadAllText(Path.Combine(folder, "run_results.json")));
        return [.. json.RootElement.GetProperty("results").EnumerateArray().Select(result => Row(
            result.GetProperty("unique_id"), result.GetProperty("state"), Number(result, "attempt_id"),
            Number(result, "attempts"), Number(result.GetProperty("adapter_response"), "rows_read"),
            Number(result.GetProperty("adapter_response"), "rows_inserted")))];
    }

    private static IEnumerable<string> Events(string folder)
    {
        foreach (var line in File.ReadAllLines(Path.Combine(folder, "events.jsonl")))
        {
            using var json = JsonDocument.Parse(line);
            var root = json.RootElement;
            yield return root.GetProperty("event").GetString() switch
            {
                "end" => $"end {root.GetProperty("verdict").GetString()}",
                "progress" => Row(root.GetProperty("unique_id"), root.GetProperty("from"), root.GetProperty("to"),
                    Number(root, "attempt"), root.GetProperty("why")),
                var other => other!,
            };
        }
    }

    private static long Number(JsonElement of, string name) =>
        of.TryGetProperty(name, out var value) && value.ValueKind == JsonValueKind.Number ? value.GetInt64() : 0;

    private static string Row(params object[] values) => string.Join(" | ", values);
}
