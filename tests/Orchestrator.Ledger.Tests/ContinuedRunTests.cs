namespace Orchestrator.Ledger.Tests;

/// <summary>What a ledger keeps so that a run can be continued.</summary>
internal sealed class ContinuedRunTests(Place place) : ConformanceFixture(place)
{
    private static readonly RunConnection Stage = new("Stage", "PostgreSQL", "tcp://db1:5432", "stg");

    private static readonly PlanFile[] Files =
    [
        new("solution.yaml", "solution: shop\n"), new("sql/ä.sql", "select '\u20ac', '\ud83d\ude00'\n"),
        new("empty.sql", ""),
    ];

    [Test]
    public void Where_connections_led_is_kept_of_each_run()
    {
        var file = new RunConnection("Files", "Files", "", "/srv/shop/in");
        var run = Run(connections: [Stage, file]);

        using var reader = Read();
        Assert.That(reader.Connections(run), Is.EqualTo(new[] { file, Stage }));
        Assert.That(reader.Connections(run + 1), Is.Empty);
    }

    [Test]
    public void Names_of_hosts_know_no_capitals_and_databases_do()
    {
        Assert.That(Stage.IsSamePlace(Stage with { Server = "TCP://DB1:5432" }));
        Assert.That(Stage.IsSamePlace(Stage with { Database = "STG" }), Is.False);
        Assert.That(Stage.IsSamePlace(Stage with { Platform = "SQL Server" }), Is.False);
    }

    [Test]
    public void The_text_of_a_plan_comes_back_as_it_was_and_is_kept_once_for_each_set_of_files()
    {
        var first = Run(files: Files);
        var again = Run(files: Files);
        var other = Run(files: [Files[0], Files[1] with { Content = "select 2" }]);
        var none = Run();

        using var reader = Read();
        Assert.That(reader.PlanFiles(first), Is.EqualTo(Files));
        Assert.That(reader.PlanFiles(again), Is.EqualTo(Files));
        Assert.That(reader.PlanFiles(other)[1].Content, Is.EqualTo("select 2"));
        Assert.That(reader.PlanFiles(none), Is.Empty);
    }

    [Test]
    public void A_run_knows_which_one_it_continues_and_that_one_by_which_it_is()
    {
        var first = Run();
        var second = Run(continues: first);

        using var reader = Read();
        Assert.That(reader.Run(second)!.Continues, Is.EqualTo(first));
        Assert.That((reader.ContinuedBy(first), reader.ContinuedBy(second)), Is.EqualTo(((long?)second, (long?)null)));
    }

    private long Run(RunConnection[]? connections = null, PlanFile[]? files = null, long? continues = null)
    {
        var plan = Plans.Of("Nightly", 1);
        using var held = RunLock.Acquire(Location, plan.Batch, plan.Environment);
        using var writer = LedgerWriter.Open(Location, TimeProvider.System);
        var number = writer.Begin(
            Beginning(plan) with { Connections = connections ?? [], Files = files ?? [], Continues = continues }, held);
        writer.Record(Turns.End(Core.RunVerdict.Succeeded));
        return number;
    }
}
