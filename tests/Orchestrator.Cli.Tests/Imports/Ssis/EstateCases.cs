using static Orchestrator.Cli.Tests.Imports.Ssis.PackageXml;

namespace Orchestrator.Cli.Tests.Imports.Ssis;

/// <summary>Formats of packages, what lies around them, and where their connections lead.</summary>
internal static class EstateCases
{
    private const string Target = "connections/Target.yaml";

    private static readonly string Two = Sql("First", "EXEC dbo.One") + Sql("Second", "EXEC dbo.Two");

    public static Dictionary<string, PackageCase> All { get; } = new()
    {
        ["format_2"] = new PackageCase(OldPackageXml.TwoTasks(2)).Says("Second", "dependsOn: [First]", "EXEC dbo.Two"),
        ["format_3"] = new PackageCase(OldPackageXml.TwoTasks(3)).Says("Second", "dependsOn: [First]", "EXEC dbo.Two"),
        ["format_6"] = new PackageCase(Of(Two, Arrow("First", "Second"), format: 6))
            .Says("Second", "dependsOn: [First]", "EXEC dbo.Two"),
        ["archive"] = OfProject.InArchive().Says(Target, "Database=Dw").Says("Second", "dependsOn: [First]"),
        ["connection_of_a_project"] = OfProject.Says(Target, "from Target.conmgr: Target", "Database=Dw"),
        ["connection_of_a_project_that_is_not_there"] = new PackageCase(Of(
            new FlowXml().Table("Read", "[sales].[Bill]", "Id:i4", "Shop")
                .Into("Write", "[dbo].[Bill]", "Read", "Id=Read.Id").Task()).Replace(
                "Package.ConnectionManagers[Shop]", "Project.ConnectionManagers[Shop]", StringComparison.Ordinal))
            .Says("connections/Shop.yaml", "platform: SqlServer", "${secret:SHOP_CONNECTION}")
            .Says("Load", "source: {schema: sales, name: Bill}"),
        ["connection_of_an_expression"] = Connected(PackageConnections.Database("Target", "Dw",
            "\"Data Source=\" + @[User::Host] + \";Initial Catalog=Dw;Provider=SQLNCLI11.1;"
                + "Integrated Security=SSPI;\""),
            Variable("Host", 8, "db2"))
            .Says(Target, "Server=db2;Database=Dw").Lacks(Target, "db1"),
        ["connection_with_a_login"] = Connected(PackageConnections.Of("Target", "OLEDB",
            "Data Source=db1;Provider=SQLNCLI11.1;Initial Catalog=Dw;User ID=etl;Password=hunter2;"))
            .Says(Target, "User ID=etl;Password=${secret:TARGET}").Lacks(Target, "hunter2"),
        ["connection_with_an_encrypted_password"] = Connected(PackageConnections.Of("Target", "OLEDB",
            "Data Source=db1;Provider=SQLNCLI11.1;Initial Catalog=Dw;User ID=etl;",
            inner: "<DTS:Password DTS:Name=\"Password\" Sensitive=\"1\" Encrypted=\"1\">AQAAANCMnd8B</DTS:Password>"))
            .Says(Target, "Password=${secret:TARGET}").Lacks(Target, "AQAAANCMnd8B"),
        ["connection_that_does_not_say_its_kind"] = Connected(PackageConnections.Of("Target", "",
            $"{PackageConnections.Server}Initial Catalog=Dw;")).Says(Target, "platform: SqlServer", "Database=Dw"),
        ["connection_of_ado_net"] = Connected(PackageConnections.Of("Target",
            "ADO.NET:System.Data.SqlClient.SqlConnection, System.Data, Version=4.0.0.0",
            "Data Source=db1;Initial Catalog=Dw;Integrated Security=True;"))
            .Says(Target, "platform: SqlServer", "Server=db1;Database=Dw;Integrated Security=True"),
        ["connection_to_another_platform"] = Connected(PackageConnections.Of("Target", "OLEDB",
            "Data Source=db1;Provider=Somebody.Else.1;Initial Catalog=Dw;Integrated Security=SSPI;"))
            .HasNo(Target).Says("First", "Somebody.Else.1").Opens("ORC6073"),
        ["data_source_that_its_statements_tell"] = new PackageCase(Of(
            Sql("First", "DELETE FROM public.job WHERE body::jsonb IS NULL"),
            connections: PackageConnections.Of("Target", "ODBC", "Dsn=shop;")))
            .Says(Target, "platform: PostgreSql", "connectionString: \"${secret:TARGET_CONNECTION}\"")
            .Says("First", "body::jsonb"),
        ["configuration_file"] = new PackageCase(Of(
            Sql("Work", "EXEC dbo.Work ?", Parameter("0", "User::Day")), variables: Variable("Day", 8, "Monday"),
            more: "<DTS:Configurations><DTS:Configuration DTS:ObjectName=\"Env\" DTS:ConfigurationType=\"1\" "
                + "DTS:ConfigurationString=\"D:\\conf\\Nightly.dtsConfig\"/></DTS:Configurations>"))
            .With("Nightly.dtsConfig", "<DTSConfiguration><Configuration ConfiguredType=\"Property\" "
                + "Path=\"\\Package.Variables[User::Day].Properties[Value]\" ValueType=\"String\"><ConfiguredValue>"
                + "Tuesday</ConfiguredValue></Configuration></DTSConfiguration>")
            .Says("Work", "EXEC dbo.Work @Day").Says("solution.yaml", "variable: Day"),
    };

    // The target is a file beside the package.
    private static PackageCase OfProject => new PackageCase(Of(Two, Arrow("First", "Second"),
        connections: PackageConnections.Database("Source", "Shop")))
        .With("Target.conmgr", PackageConnections.Shared("Target", "Dw"));

    private static PackageCase Connected(string connection, string variables = "") =>
        new(Of(Sql("First", "EXEC dbo.One"), variables: variables, connections: connection));
}
