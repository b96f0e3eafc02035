using Orchestrator.Ssis.Model;

namespace Orchestrator.Metadata.Tests.Ssis;

/// <summary>Four formats write one package in ways of their own; the model knows none of them.</summary>
internal sealed class SsisFormatsTests
{
    private const string OldSqlTask = "Microsoft.SqlServer.Dts.Tasks.ExecuteSQLTask.ExecuteSQLTask, "
        + "Microsoft.SqlServer.SQLTask, Version=10.0.0.0, Culture=neutral, PublicKeyToken=89845dcd8080cc91";

    [TestCase(6)]
    [TestCase(8)]
    public void A_package_of_attributes_is_read(int format)
    {
        var inner = SsisSample.Executables(
                SsisSample.Task("Clear", "Microsoft.ExecuteSQLTask", SsisSample.Sql("DELETE FROM t")),
                SsisSample.Task("Group", "STOCK:SEQUENCE", more: SsisSample.Executables(SsisSample.TaskAt(
                    "Package\\Group\\Load", "Load", "Microsoft.ExecuteSQLTask", SsisSample.Sql("EXEC p")))))
            + SsisSample.Constraints(SsisSample.Constraint("Clear", "Group"));

        AssertIsTheSame(SsisSample.Read(SsisSample.New(inner, format: format)), format);
    }

    [TestCase(2)]
    [TestCase(3)]
    public void A_package_of_elements_is_read(int format)
    {
        var inner = SsisSample.OldTask("Clear", OldSqlTask, SsisSample.Sql("DELETE FROM t"))
            + SsisSample.OldTask("Group", "STOCK:SEQUENCE",
                more: SsisSample.OldTask("Load", OldSqlTask, SsisSample.Sql("EXEC p")))
            + SsisSample.OldConstraint("Clear", "Group");

        AssertIsTheSame(SsisSample.Read(SsisSample.Old(inner, format)), format);
    }

    [TestCase(1)]
    [TestCase(9)]
    public void A_format_that_nobody_knows_is_said_and_read(int format)
    {
        var package = SsisSample.Read(SsisSample.New(SsisSample.Executables(
            SsisSample.Task("Clear", "Microsoft.ExecuteSQLTask", SsisSample.Sql("DELETE FROM t"))), format: format));

        Assert.That(SsisSample.CodesOf(package), Is.EqualTo("ORC6032"));
        Assert.That(package.Root.Children, Has.Count.EqualTo(1));
    }

    [TestCase("SSIS.Pipeline.3", "<pipeline/>", ExecutableKind.DataFlow)]
    [TestCase("{E3CFBEA8-1F48-40D8-91E1-2DEDC1EDDD56}", "<pipeline/>", ExecutableKind.DataFlow)]
    [TestCase("DTS.Pipeline.1", "", ExecutableKind.DataFlow)]
    [TestCase("Microsoft.WebServiceTask", "", ExecutableKind.WebService)]
    [TestCase("Microsoft.SqlServer.Dts.Tasks.XMLTask.XMLTask, Microsoft.SqlServer.XMLTask", "", ExecutableKind.Xml)]
    [TestCase("Microsoft.DbMaintenanceBackupTask", "<SqlTaskData/>", ExecutableKind.Maintenance)]
    [TestCase("Microsoft.DbMaintenanceTSQLExecuteTask", "<SqlTaskData/>", ExecutableKind.ExecuteSql)]
    [TestCase("Attunity.CdcControlTask", "<CDCControlTask/>", ExecutableKind.CdcControl)]
    [TestCase("Microsoft.TransferSqlServerObjectsTask", "<TransferSqlServerObjectsTaskData/>",
        ExecutableKind.TransferObjects)]
    [TestCase("SSIS.ReplacementTask", "<ActiveXScriptTaskData/>", ExecutableKind.ActiveScript)]
    [TestCase("Somebody.ZipTask", "<Zip/>", ExecutableKind.Other)]
    public void A_task_has_its_kind_however_it_is_called(string created, string data, ExecutableKind kind) =>
        Assert.That(SsisSample.Only(created, data).Kind, Is.EqualTo(kind));

    private static void AssertIsTheSame(SsisPackage package, int format)
    {
        Assert.That(package.Findings, Is.Empty);
        Assert.That((package.Format, package.Name, package.Id), Is.EqualTo((format, "Nightly", "{PACKAGE}")));
        Assert.That(ModelWalk.Of(package.Root).Select(each => $"{each.Kind} {each.Path} {each.Sql?.Statement}"),
            Is.EqualTo(new[]
            {
                "Package Package ", "ExecuteSql Package\\Clear DELETE FROM t", "Sequence Package\\Group ",
                "ExecuteSql Package\\Group\\Load EXEC p",
            }));
        var constraint = package.Root.Constraints.Single();
        Assert.That((constraint.From, constraint.To, constraint.Value, constraint.IsLogicalAnd),
            Is.EqualTo(("Package\\Clear", "Package\\Group", ConstraintValue.Success, true)));
    }
}
