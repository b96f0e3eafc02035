using System.Text.RegularExpressions;
using Orchestrator.Ledger;
using Orchestrator.Tds;

namespace Orchestrator.Cli.Tests.Status;

/// <summary>How often `status` asks a ledger on a server, each time there and back.</summary>
internal sealed partial class StatusQuestionsTests
{
    private const int OfLedger = 10;
    private const int OfBatch = 5;

    private static readonly string[] RunColumns =
    [
        "run bigint", "id nvarchar(36)", "solution nvarchar(max)", "batch nvarchar(256)", "environment nvarchar(128)",
        "plan_hash nvarchar(100)", "continues bigint", "gate_slots bigint", "processors bigint",
        "git_commit nvarchar(100)", "version nvarchar(max)", "host nvarchar(256)", "user_name nvarchar(256)",
        "process_id bigint", "boot_id nvarchar(100)", "started_at bigint", "ended_at bigint", "verdict nvarchar(40)",
    ];

    [TestCase(1)]
    [TestCase(20)]
    public void A_whole_status_asks_a_few_questions_of_the_ledger_and_a_few_of_each_batch(int batches)
    {
        using var folder = new TemporaryFolder();
        using var server = TdsServer.Start();
        server.On(request => request.Sql is not null, (_, _) => { });
        server.On(Schema(), reply => reply.Value("int", 1));
        server.On("SELECT version FROM orchestrator.ledger", reply => reply.Value("bigint", LedgerStatus.KnownVersion));
        server.On(Runs(), reply => reply.Rows(
            RunColumns, [.. Enumerable.Range(1, batches).Reverse().Select(number => Run(number))]));
        folder.Write("solution.yaml", $"""
            formatVersion: 1
            solution: Shop
            ledger: Ledger
            connections:
              - connection: Ledger
                platform: SqlServer
                connectionString: "Server=tcp:127.0.0.1,{server.Port};Database=L;User ID=a;Encrypt=Optional;Timeout=300"
            """);

        var called = Called.With(folder.Path, "status");

        Assert.That(called.Out, Does.Contain("B1 ").And.Contain($"B{batches} "), called.Error);
        Assert.That(
            server.Recorder.Lines.Count(line => !line.EndsWith(" closed", StringComparison.Ordinal)),
            Is.LessThanOrEqualTo(OfLedger + (OfBatch * batches)), server.Recorder.Text);
    }

    private static object?[] Run(long number) =>
    [
        number, $"01900000-0000-7000-8000-{number:000000000000}", "Shop", $"B{number}", "default", "hash", null, 4L, 2L,
        "", "1", "host", "etl", 7L, "boot", 1_000_000L, 2_000_000L, "Succeeded",
    ];

    [GeneratedRegex("sys.tables t JOIN|snapshot_isolation_state|FROM sys.schemas")]
    private static partial Regex Schema();

    [GeneratedRegex("FROM orchestrator.runs WHERE purged_at IS NULL AND \\(@p1")]
    private static partial Regex Runs();
}
