using Orchestrator.Ssis.Flows.Plans;
using Orchestrator.Ssis.Model;

namespace Orchestrator.Metadata.Tests.SsisFlows;

/// <summary>Rows that are taken by chance: which ones is never told, how many and that none comes twice is.</summary>
internal sealed class FlowChanceTests
{
    private const string Sales = "create table Sale (Id int)";

    private static FlowSample Sample(ComponentKind kind, string value, string seed = "0", string provider =
        FlowNight.Provider) => new FlowSample().Database("Db", provider).Table("Sales", "Db", "Sale", "Id:i4")
        .Add("Some", kind, "", [("SamplingValue", value), ("SamplingSeed", seed)], [new() { Name = "Input" }],
            [
                new() { Name = "Selected", SynchronousInput = "Input", Properties = [new("Selected", "true")] },
                new() { Name = "Others", SynchronousInput = "Input", Properties = [new("Selected", "false")] },
            ])
        .Arrow("Sales", "Some");

    private static FlowSample Into(FlowSample flow, string output) =>
        flow.Into(output, "Db", output, $"Some:{output}", "Id=Sales.Id");

    private static FlowNight Night(FlowTranslation flow) => new FlowNight(Sales,
        "insert into Sale values (1), (2), (3), (4), (5), (6)", "create table Selected (Id int)",
        "create table Others (Id int)").Move(flow);

    [TestCase(ComponentKind.RowSampling, "4")]
    [TestCase(ComponentKind.PercentageSampling, "50")]
    public void Each_row_goes_to_one_of_both_outputs(ComponentKind kind, string value)
    {
        using var night = Night(Into(Into(Sample(kind, value), "Selected"), "Others").Translate());

        Assert.That(night.Rows("select Id from Selected union all select Id from Others order by Id"),
            Is.EqualTo((string[])["1", "2", "3", "4", "5", "6"]));
    }

    [TestCase(ComponentKind.RowSampling, "4", "Selected", 4)]
    [TestCase(ComponentKind.RowSampling, "4", "Others", 2)]
    [TestCase(ComponentKind.PercentageSampling, "100", "Selected", 6)]
    [TestCase(ComponentKind.PercentageSampling, "100", "Others", 0)]
    [TestCase(ComponentKind.PercentageSampling, "0", "Selected", 0)]
    public void One_output_has_as_many_rows_as_are_told(ComponentKind kind, string value, string output, int rows)
    {
        using var night = Night(Into(Sample(kind, value), output).Translate());

        Assert.That(night.Rows($"select Id from {output}"), Has.Count.EqualTo(rows));
    }

    [TestCase(FlowNight.Provider, "ABS(RANDOM() % 100) < 10")]
    [TestCase("SQLNCLI11.1", "ABS(CAST(CHECKSUM(NEWID()) AS bigint)) % 100 < 10")]
    [TestCase("PostgreSQL", "RANDOM() * 100 < 10")]
    [TestCase("MariaDB", "RAND() * 100 < 10")]
    public void Each_dialect_has_its_own_chance(string provider, string condition)
    {
        var made = Into(Sample(ComponentKind.PercentageSampling, "10", provider: provider), "Selected").Translate();

        Assert.That((made.Loads.Single().Source as FlowQuery)?.Sql, Does.EndWith($"WHERE {condition}"));
    }

    [Test]
    public void The_same_rows_each_time_are_open()
    {
        var made = Into(Sample(ComponentKind.RowSampling, "4", seed: "7"), "Selected").Translate();

        Assert.That(made.Dispositions[1].Open?.Code, Is.EqualTo(FlowCodes.NoEqual));
    }
}
