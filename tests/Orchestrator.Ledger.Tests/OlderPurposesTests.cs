using Orchestrator.Core;

namespace Orchestrator.Ledger.Tests;

/// <summary>What the packages of runs were for that a ledger has from the version before it kept that.</summary>
internal sealed class OlderPurposesTests(Place place) : ConformanceFixture(place)
{
    private const int Before = 15;

    private const string Run = """
        INSERT INTO orchestrator.runs (run, id, solution, batch, environment, plan_hash, gate_slots, processors,
            git_commit, version, host, user_name, process_id, boot_id, started_at, ended_at, verdict)
        VALUES (1, '019a0000-0000-7000-8000-000000000000', 'shop', 'Nightly', 'default', 'abc', 4, 2, '', '0.1', 'host',
            'user', 1, '', 1000000, 9000000, 'Succeeded')
        """;

    private static readonly (string Kind, PackagePurpose Purpose)[] Nodes =
    [
        ("", PackagePurpose.None), ("load", PackagePurpose.Load), ("scd", PackagePurpose.Load),
        ("absorb", PackagePurpose.Load), ("dataflow", PackagePurpose.Load), ("sql", PackagePurpose.Task),
        ("check", PackagePurpose.Task), ("process", PackagePurpose.Task), ("hook", PackagePurpose.Hook),
        ("replay", PackagePurpose.Replay),
    ];

    [Test]
    public void They_are_known_once_it_is_migrated()
    {
        MakeOfTheVersionBefore();

        Location.OpenForWriting(TimeProvider.System).Dispose();

        AssertAreKnown();
    }

    [Test]
    public void They_are_known_where_its_backup_is_put_back()
    {
        var file = Path.Combine(Folder, "copy", "ledger.db");
        MakeOfTheVersionBefore();
        LedgerBackup.Make(Location, file, "user", TimeProvider.System);
        RunAll(1);

        LedgerBackup.Restore(Location, file, TimeProvider.System);

        AssertAreKnown();
    }

    private void MakeOfTheVersionBefore()
    {
        var wait = new LedgerWait(new LedgerPatience(), TimeProvider.System) { Version = Before };
        using var database = Location.OpenForWriting(TimeProvider.System, wait);
        string[] rows =
        [
            "INSERT INTO orchestrator.plans (hash, json, recorded_at) VALUES ('abc', '{}', 1)", Run,
            .. Nodes.Select((node, index) => $"""
                INSERT INTO orchestrator.nodes (run, node, kind, name, parent, package_kind, hash, state, since, why)
                VALUES (1, {index}, '{(index == 0 ? "Batch" : "Package")}', 'S/p{index}', {(index == 0 ? -1 : 0)},
                    '{node.Kind}', 'h', 'Succeeded', 1, '')
                """),
            // A server's ledger counts its runs itself.
            .. Place == Place.Sqlite ? Array.Empty<string>() : ["UPDATE orchestrator.ledger SET last_run = 1"],
        ];
        database.BeginWriting(CancellationToken.None);
        foreach (var row in rows)
        {
            using var statement = database.Write(
                Place == Place.Sqlite ? row.Replace("orchestrator.", "", StringComparison.Ordinal) : row);
            statement.Run();
        }

        database.Commit();
    }

    private void AssertAreKnown()
    {
        using var reader = Read();
        Assert.That(reader.Nodes(1).Select(node => (node.PackageKind, node.Purpose)), Is.EqualTo(Nodes));
    }
}
