using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Tests.Scd;

namespace Orchestrator.Packages.Tests.Load.Publish;

/// <summary>
/// Limits that a database would round: from one it would delete other rows than the engine takes for those of the
/// range, and an open end would be another moment than the one that is compared with.
/// </summary>
internal sealed class RangeLimitsTests
{
    [TestCase("SqlServer", "datetime", "2026-02-01 00:00:00.004", null)]
    [TestCase("SqlServer", "datetime", "2026-02-01", "2026-03-01 00:00:00.999")]
    [TestCase("PostgreSql", "datetime2(7)", "2026-02-01 00:00:00.1234561", null)]
    [TestCase("PostgreSql", "time(7)", null, "10:00:00.1234567")]
    [TestCase("MariaDb", "datetime2(7)", "2026-02-01 00:00:00.1234567", null)]
    public void A_limit_that_the_target_would_round_is_refused(
        string platform, string type, string? from, string? to)
    {
        var found = Found(platform, type, new LoadRange("At", from, to)).ToArray();

        Assert.That(found.Select(one => one.Code), Is.EqualTo((string[])["ORC1322"]));
        Assert.That(found[0].Message, Does.Contain($"keeps in {type}: it would be rounded"));
    }

    [TestCase("SqlServer", "datetime", "2026-02-01 00:00:00.003", "2026-03-01 00:00:00.997")]
    [TestCase("SqlServer", "datetime2(7)", "2026-02-01 00:00:00.1234567", null)]
    [TestCase("PostgreSql", "datetime2(7)", "2026-02-01 00:00:00.123456", null)]
    [TestCase("MariaDb", "datetime2(7)", "2026-02-01 00:00:00.1234560", null)]
    [TestCase("Sqlite", "datetime2(7)", "2026-02-01 00:00:00.1234567", null)]
    [TestCase("Sqlite", "datetime", "2026-02-01 00:00:00.004", null)]
    public void A_limit_that_it_keeps_is_taken(string platform, string type, string? from, string? to) =>
        Assert.That(Found(platform, type, new LoadRange("At", from, to)), Is.Empty);

    [TestCase("SqlServer", "datetime", "9999-12-31 23:59:59.999", "ORC1339")]
    [TestCase("SqlServer", "datetime", "9999-12-31 23:59:59.997", "")]
    [TestCase("PostgreSql", "datetime2(7)", "9999-12-31 23:59:59.9999999", "ORC1339")]
    [TestCase("MariaDb", "datetime2(7)", "9999-12-31 23:59:59.9999999", "ORC1339")]
    [TestCase("Sqlite", "datetime2(7)", "9999-12-31 23:59:59.9999999", "")]
    public void So_is_the_end_of_versions_that_have_none(string platform, string type, string end, string code)
    {
        using var rig = RigWith(platform);
        var defined = ScdRig.Define(new ScdOptions { OpenEnd = end });
        var definition = defined with
        {
            Target = Target(platform),
            SystemColumns =
            [
                .. defined.SystemColumns.Select(column => column.Role is "RowEffectiveFromDate" or "RowEffectiveToDate"
                    ? column with { DataType = Rig.Type(type) } : column),
            ],
        };

        Assert.That(
            PackageKinds.All["scd"].Check(definition, rig.Solution).Select(one => one.Code).Where(
                one => one == "ORC1339"),
            Is.EqualTo(code.Split(' ', StringSplitOptions.RemoveEmptyEntries)));
    }

    private static Metadata.Diagnostics.Diagnostic[] Found(string platform, string type, LoadRange range)
    {
        using var rig = RigWith(platform);
        var definition = Rig.Load("t", Rig.Column("At", type)) with
        {
            Target = Target(platform),
            Load = new LoadOptions
            {
                Pattern = Rig.Written(LoadPattern.ReplaceRange),
                Range = Rig.Written<LoadRange?>(range),
            },
        };
        return [.. PackageKinds.All["load"].Check(definition, rig.Solution).Where(one => one.Code == "ORC1322")];
    }

    private static ObjectTarget Target(string platform) =>
        new(platform == nameof(Platform.Sqlite) ? "Db" : "To", null, "t");

    private static Rig RigWith(string platform)
    {
        var rig = new Rig();
        if (platform != nameof(Platform.Sqlite))
        {
            rig.Servers.Add(new Connection
            {
                Name = "To",
                Platform = Enum.Parse<Platform>(platform),
                ConnectionString = "Host=nowhere",
            });
        }

        return rig;
    }
}
