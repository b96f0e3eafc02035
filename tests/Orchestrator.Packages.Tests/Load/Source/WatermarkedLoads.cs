using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Tests.Load.Source;

/// <summary>An Append with a watermark from a source of two rows, for who looks at loads of it.</summary>
internal abstract class WatermarkedLoads
{
    protected const string Type = "datetime2(0)";

    protected Rig Rig { get; private set; } = null!;

    [SetUp]
    public void Make()
    {
        Rig = new Rig();
        Rig.Execute("CREATE TABLE source (Id INTEGER, At TEXT)");
        Add(1, "2026-01-01 10:00:00");
        Add(2, "2026-01-02 10:00:00");
    }

    [TearDown]
    public void Remove() => Rig.Dispose();

    protected void Add(int id, string at) => Rig.Execute($"INSERT INTO source VALUES ({id}, '{at}')");

    protected PackageResult Run(ObjectDefinition load, WatermarkStart start) =>
        PackageKinds.All["load"].Run(Rig.Context(load) with { Past = new() { Watermark = () => start } });

    protected PackageResult Run(string? stands, Func<Watermark, Watermark>? change = null)
    {
        var load = Load();
        var watermark = change is null ? load.Watermark : change(load.Watermark!);
        return Run(load with { Watermark = watermark }, new WatermarkStart(stands, []));
    }

    protected static ObjectDefinition Load() => Rig.Load("target", Rig.Column("Id", "int"), Rig.Column("At", Type)) with
    {
        Source = new ObjectSource { Connection = "Db", Name = "source" },
        Load = new LoadOptions { Pattern = Rig.Written(LoadPattern.Append) },
        SystemColumns = [new SystemColumn("RowAuditId", "RowAuditId", Rig.Type("bigint"), default)],
        Watermark = new Watermark { Name = "Modified", Column = "At", DataType = Rig.Type(Type) },
    };
}
