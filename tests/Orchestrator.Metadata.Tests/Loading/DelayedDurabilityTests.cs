using Orchestrator.Core;
using Orchestrator.Metadata.Loading;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Tests.Broken;

namespace Orchestrator.Metadata.Tests.Loading;

/// <summary>Which databases may be relaxed, and what becomes of the words.</summary>
internal sealed class DelayedDurabilityTests
{
    private const string Forced = "stage: STG, reloadable: true, delayedDurability: {mode: forced";
    private const string PostgreSql = "platform: PostgreSql, connectionString: \"${env:HOME}\"";
    private const string SqlServer = "platform: SqlServer, connectionString: \"${env:HOME}\"";

    [TestCase("platform: Sqlite, " + Forced + "}")]
    [TestCase("platform: Sqlite, " + Forced + ", flush: run, scope: session}")]
    [TestCase("platform: Sqlite, " + Forced + ", flush: every 1s}")]
    [TestCase("platform: Sqlite, " + Forced + ", flush: every 1h}")]
    [TestCase("platform: Sqlite, delayedDurability: {mode: off, flush: run}")]
    [TestCase(PostgreSql + ", " + Forced + ", scope: database, flush: every 1m30s, connection: Admin}",
        "Admin: " + PostgreSql)]
    [TestCase(SqlServer + ", " + Forced + ", scope: database, connection: Admin}", "Admin: " + SqlServer)]
    [TestCase("platform: Sqlite, stage: PSA, reloadable: true, delayedDurability: {mode: off}")]
    public void What_can_be_loaded_again_may_be_relaxed(string connection, string other = "")
    {
        Assert.That(Codes(connection, other), Is.Empty);
    }

    [TestCase("platform: Sqlite, delayedDurability: {mode: forced}", "ORC1081")]
    [TestCase("platform: Sqlite, reloadable: false, delayedDurability: {mode: forced}", "ORC1081")]
    [TestCase("platform: Sqlite, reloadable: true, stage: PSA, delayedDurability: {mode: forced}", "ORC1081")]
    [TestCase("platform: Sqlite, reloadable: true, stage: TGT, delayedDurability: {mode: forced}", "ORC1081")]
    [TestCase("platform: Files, folder: data, delayedDurability: {mode: forced}", "ORC1038")]
    [TestCase("platform: Files, folder: data, reloadable: true", "ORC1038")]
    [TestCase("platform: Sqlite, " + Forced + ", scope: database}", "ORC1038")]
    [TestCase(SqlServer + ", " + Forced + ", scope: session}", "ORC1038")]
    [TestCase(SqlServer + ", " + Forced + ", connection: Nobody}", "ORC1021")]
    [TestCase(SqlServer + ", " + Forced + ", connection: Relaxed}", "ORC1021")]
    [TestCase(SqlServer + ", " + Forced + ", connection: Admin}", "ORC1082", "Admin: " + PostgreSql)]
    [TestCase(PostgreSql + ", " + Forced + ", connection: Admin}", "ORC1038", "Admin: " + PostgreSql)]
    [TestCase("platform: Sqlite, reloadable: true, delayedDurability: {flush: run}", "ORC1038")]
    [TestCase("platform: Sqlite, reloadable: true, delayedDurability: {}", "ORC1038")]
    [TestCase("platform: Sqlite, " + Forced + ", flush: every}", "ORC1013")]
    [TestCase("platform: Sqlite, " + Forced + ", flush: every 0s}", "ORC1013")]
    [TestCase("platform: Sqlite, " + Forced + ", flush: every 999ms}", "ORC1013")]
    [TestCase("platform: Sqlite, " + Forced + ", flush: every 1h1ms}", "ORC1013")]
    [TestCase("platform: Sqlite, delayedDurability: {mode: allowed}", "ORC1013")]
    public void What_cannot_be_relaxed_is_refused_once(string connection, string code, string other = "")
    {
        Assert.That(Codes(connection, other), Is.EqualTo(new[] { code }));
    }

    [Test]
    public void A_connection_that_names_itself_is_told_so()
    {
        var told = Load(SqlServer + ", " + Forced + ", connection: Relaxed}").Diagnostics.Single();

        Assert.That(told.Message, Is.EqualTo("'connection' of 'Relaxed' names 'Relaxed' itself"));
        Assert.That(told.Hint, Does.Contain("another connection to the same database"));
    }

    [Test]
    public void An_environment_says_only_what_differs_and_what_nobody_delays_is_told_with_what_to_write()
    {
        var laid = Load("platform: Sqlite, " + Forced + "}", environment: "{flush: run}");
        var alone = Load("platform: Sqlite", environment: "{flush: run}").Diagnostics.Single();

        Assert.That(laid.Diagnostics, Is.Empty);
        Assert.That($"{alone.At} {alone.Message}: {alone.Hint}", Is.EqualTo(
            "environments/prod.yaml:2:37 'delayedDurability' of 'Relaxed' does nothing without 'mode': write "
            + "'mode: forced', or 'mode: off' where only an environment shall delay it"));
    }

    [Test]
    public void What_an_environment_says_against_it_is_told_with_its_place()
    {
        var told = Load("platform: Sqlite, " + Forced + "}", environment: "{flush: run}, stage: PSA");

        Assert.That(told.Diagnostics.Single().Message,
            Does.Contain("its stage is PSA (stage at environments/prod.yaml:2:77)"));
    }

    [Test]
    public void The_database_of_the_ledger_is_never_relaxed()
    {
        var loaded = Load("platform: Sqlite, " + Forced + "}", "", "ledger: Relaxed");

        Assert.That(loaded.Diagnostics.Single().Message, Does.Contain("the ledger is in it"));
    }

    [TestCase("platform: Sqlite, reloadable: true", DurabilityMode.Off, FlushWhen.Level, null, DurabilityScope.Session)]
    [TestCase(SqlServer + ", reloadable: true", DurabilityMode.Off, FlushWhen.Level, null, DurabilityScope.Database)]
    [TestCase(SqlServer + ", " + Forced + "}", DurabilityMode.Forced, FlushWhen.Level, null, DurabilityScope.Database)]
    [TestCase(PostgreSql + ", " + Forced + ", flush: every 90s}",
        DurabilityMode.Forced, FlushWhen.Every, 90, DurabilityScope.Session)]
    [TestCase(PostgreSql + ", " + Forced + ", flush: package, scope: database}",
        DurabilityMode.Forced, FlushWhen.Package, null, DurabilityScope.Database)]
    public void The_words_are_part_of_the_model(
        string written, DurabilityMode mode, FlushWhen flush, int? seconds, DurabilityScope scope)
    {
        var connection = Load(written).Solution!.Connections.Single(one => one.Name == "Relaxed");

        var durability = connection.Durability;
        Assert.That((connection.Reloadable, connection.IsRelaxed), Is.EqualTo((true, mode == DurabilityMode.Forced)));
        Assert.That((durability.Mode, durability.Flush, durability.Every?.TotalSeconds, durability.Scope),
            Is.EqualTo((mode, flush, (double?)seconds, scope)));
    }

    [Test]
    public void An_environment_switches_it_off_and_keeps_the_rest()
    {
        var loaded = Load("platform: Sqlite, " + Forced + ", flush: run}", environment: "{mode: off}");

        var durability = loaded.Solution!.Connections.Single(one => one.Name == "Relaxed").Durability;
        Assert.That((durability.Mode, durability.Flush), Is.EqualTo((DurabilityMode.Off, FlushWhen.Run)));
    }

    [Test]
    public void An_environment_that_nobody_uses_today_is_checked_as_well()
    {
        var loaded = Load("platform: Sqlite", environment: "{mode: forced}", uses: null);

        Assert.That(loaded.Diagnostics.Select(one => one.Code), Is.EqualTo(new[] { "ORC1081" }));
    }

    [TestCase("kind: check, check: {returnsNothing: select 1 where 1 = 0}", "ORC1083")]
    [TestCase("kind: sql, sql: select 1", null)]
    public void A_hook_of_a_check_does_not_write_to_a_database_that_is_relaxed(string what, string? code)
    {
        var loaded = Load(PostgreSql + ", " + Forced + ", scope: database}",
            hooks: ", hooks: [{hook: h, when: after, connection: Relaxed, sql: select 1}]",
            target: "Relaxed", what: what);

        Assert.That(loaded.Diagnostics.Select(one => one.Code), Is.EqualTo(code is null ? [] : new[] { code }));
    }

    [TestCase("scope: database", "ORC1083")]
    [TestCase("scope: session", null)]
    public void A_hook_of_an_object_does_not_write_to_another_database_that_is_relaxed(string scope, string? code)
    {
        var loaded = Load(PostgreSql + ", " + Forced + ", " + scope + "}",
            hooks: ", hooks: [{hook: h, when: after, connection: Relaxed, sql: select 1}]");

        Assert.That(loaded.Diagnostics.Select(one => one.Code), Is.EqualTo(code is null ? [] : new[] { code }));
    }

    private static IEnumerable<string> Codes(string connection, string other) =>
        Load(connection, other).Diagnostics.Select(diagnostic => diagnostic.Code);

    private static LoadedSolution Load(string connection, string other = "", string ledger = "",
        string? environment = null, string? uses = "prod", string hooks = "", string target = "Staging",
        string what = "kind: sql, sql: select 1")
    {
        using var folder = new TemporaryFolder();
        folder.Write("solution.yaml", $$"""
            formatVersion: 1
            solution: Shop
            {{ledger}}
            connections:
              - {connection: Staging, platform: Sqlite}
              - {connection: Relaxed, {{connection}}}
              {{(other.Length == 0 ? "" : $"- {{connection: {other.Replace(": p", ", p")}}}")}}
            batches:
              - {batch: Nightly, projects: [Staging]}
            projects:
              - project: Staging
                source: Staging
                target: {{target}}
                objects: [{object: a, {{what}}{{hooks}}}]
            """);
        if (environment is not null)
        {
            folder.Write("environments/prod.yaml", $$"""
                environment: prod
                connections: [{connection: Relaxed, delayedDurability: {{environment}}}]
                """);
        }

        return SolutionLoader.Load(folder.Path, environment is null ? null : uses);
    }
}
