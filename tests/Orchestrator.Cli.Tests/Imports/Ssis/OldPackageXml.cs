namespace Orchestrator.Cli.Tests.Imports.Ssis;

/// <summary>Packages as formats 2 and 3 write them: what later ones say in attributes stands in elements.</summary>
internal static class OldPackageXml
{
    private const string SqlTask = "Microsoft.SqlServer.Dts.Tasks.ExecuteSQLTask.ExecuteSQLTask, "
        + "Microsoft.SqlServer.SQLTask, Version=10.0.0.0, Culture=neutral, PublicKeyToken=89845dcd8080cc91";

    /// <summary>Two statements, one behind the other.</summary>
    public static string TwoTasks(int format) =>
        "<DTS:Executable xmlns:DTS=\"www.microsoft.com/SqlServer/Dts\" DTS:ExecutableType=\"SSIS.Package.2\">"
        + Property("PackageFormatVersion", $"{format}") + Property("ProtectionLevel", "0")
        + $"<DTS:ConnectionManager>{Named("Target", "OLEDB")}<DTS:ObjectData><DTS:ConnectionManager>"
        + Property("ConnectionString", $"{PackageConnections.Server}Initial Catalog=Dw;")
        + "</DTS:ConnectionManager></DTS:ObjectData></DTS:ConnectionManager>"
        + Statement("First", "EXEC dbo.One") + Statement("Second", "EXEC dbo.Two")
        + $"<DTS:PrecedenceConstraint>{Property("Value", "0")}{Property("EvalOp", "2")}{Property("LogicalAnd", "-1")}"
        + "<DTS:Executable IDREF=\"{First}\" DTS:IsFrom=\"-1\"/><DTS:Executable IDREF=\"{Second}\" DTS:IsFrom=\"0\"/>"
        + $"{Property("ObjectName", "C")}</DTS:PrecedenceConstraint>"
        + $"{Property("ObjectName", "Nightly")}{Property("DTSID", "{PACKAGE}")}</DTS:Executable>";

    private static string Statement(string name, string statement) =>
        $"<DTS:Executable DTS:ExecutableType=\"{SqlTask}\">{Property("Disabled", "0")}{Named(name, SqlTask)}"
        + "<DTS:ObjectData><SQLTask:SqlTaskData xmlns:SQLTask=\"www.microsoft.com/sqlserver/dts/tasks/sqltask\" "
        + $"SQLTask:Connection=\"{{Target}}\" SQLTask:SqlStatementSource=\"{statement}\"/></DTS:ObjectData>"
        + "</DTS:Executable>";

    private static string Named(string name, string created) => Property("ObjectName", name)
        + Property("DTSID", $"{{{name}}}") + Property("CreationName", created);

    private static string Property(string name, string value) =>
        $"<DTS:Property DTS:Name=\"{name}\">{value}</DTS:Property>";
}
