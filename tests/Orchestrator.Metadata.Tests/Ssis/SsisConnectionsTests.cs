using Orchestrator.Ssis.Expressions.Generation;
using Orchestrator.Ssis.Flows.Dialects;
using Orchestrator.Ssis.Model;
using Orchestrator.Ssis.Reading;

namespace Orchestrator.Metadata.Tests.Ssis;

internal sealed class SsisConnectionsTests
{
    [Test]
    public void A_connection_string_is_taken_apart()
    {
        var read = Read("OLEDB", "DTS:Retain='True' DTS:ConnectionString='Data Source=srv\\i,1433;Initial Catalog=Dwh;"
            + "Provider=SQLNCLI11.1;Integrated Security=SSPI;'");

        Assert.That((read.Kind, read.Server, read.Database, read.Provider, read.IsIntegrated),
            Is.EqualTo((ConnectionManagerKind.OleDb, "srv\\i,1433", "Dwh", "SQLNCLI11.1", true)));
        Assert.That((read.HasSecret, read.RetainsSession, read.User), Is.EqualTo((false, true, "")));
    }

    [TestCase("ADO.NET:System.Data.SqlClient.SqlConnection, System.Data, Version=2.0.0.0",
        "Server=a;Database=b;User Id=u;", "a", "b", "System.Data.SqlClient.SqlConnection", "u")]
    [TestCase("ODBC", "uid=u;Dsn=Prod;", "", "", "DSN=Prod", "u")]
    [TestCase("ODBC", "Driver={SQL Server};Server=a;Database=b;Trusted_Connection=Yes", "a", "b", "SQL Server", "")]
    [TestCase("SMTP", "SmtpServer=m;UseWindowsAuthentication=True;EnableSsl=False;", "m", "", "", "")]
    [TestCase("ADO.NET:System.Data.OleDb.OleDbConnection, System.Data",
        "Provider=SQLOLEDB.1;Data Source=a;Initial Catalog=b;Integrated Security=SSPI;", "a", "b", "SQLOLEDB.1", "")]
    [TestCase("ADO.NET:System.Data.Odbc.OdbcConnection, System.Data", "Dsn=Prod;", "", "", "DSN=Prod", "")]
    [TestCase("OLEDB", "Provider=MSDASQL.1;Extended Properties="
        + "&quot;DRIVER=SQL Server;SERVER=a;UID=u;DATABASE=b;&quot;", "a", "b", "SQL Server", "u")]
    [TestCase("OLEDB", "Provider=MSDASQL.1;Data Source=Prod;Initial Catalog=b;User ID=u;", "", "b", "DSN=Prod", "u")]
    [TestCase("MSOLAP100", "Data Source=a;Initial Catalog=c;Provider=MSOLAP.7;", "a", "c", "MSOLAP.7", "")]
    public void Each_kind_names_its_server_in_its_way(
        string created, string text, string server, string database, string provider, string user)
    {
        var read = Read(created, $"DTS:ConnectionString='{text}'");

        Assert.That((read.Server, read.Database, read.Provider, read.User),
            Is.EqualTo((server, database, provider, user)));
        Assert.That(read.HasSecret, Is.EqualTo(user.Length > 0));
    }

    [TestCase("EXCEL", "Provider=Microsoft.ACE.OLEDB.12.0;Data Source=C:\\a.xlsx;Extended Properties="
        + "&quot;EXCEL 12.0;HDR=YES&quot;;", "C:\\a.xlsx")]
    [TestCase("OLEDB", "Provider=Microsoft.Jet.OLEDB.4.0;Data Source=C:\\a.mdb;", "C:\\a.mdb")]
    [TestCase("FILE", "C:\\in;out\\a.csv", "C:\\in;out\\a.csv")]
    public void A_file_is_a_path_and_no_server(string created, string text, string path)
    {
        var read = Read(created, $"DTS:ConnectionString='{text}'");

        Assert.That((read.Path, read.Server), Is.EqualTo((path, "")));
    }

    [TestCase("Microsoft.ACE.OLEDB.12.0;Data Source=C:\\a.xls;Extended Properties=&quot;Excel 8.0;HDR=NO&quot;",
        ConnectionManagerKind.Excel)]
    [TestCase("Microsoft.ACE.OLEDB.12.0;Data Source=C:\\a.mdb", ConnectionManagerKind.OleDb)]
    [TestCase("SQLNCLI11.1;Data Source=a;Extended Properties=Excel", ConnectionManagerKind.OleDb)]
    public void A_workbook_is_one_whatever_opens_it(string text, ConnectionManagerKind kind) =>
        Assert.That(Read("OLEDB", $"DTS:ConnectionString='Provider={text}'").Kind, Is.EqualTo(kind));

    [TestCase("a=1;b=2", "a=1;b=2;")]
    [TestCase("a=\"x;y\";b", "a=\"x;y\";b;")]
    [TestCase("a='it''s';;=;", "a=it's;;")]
    [TestCase("a={x", "a=x;")]
    [TestCase("a=", "a=;")]
    [TestCase("", "")]
    public void Parts_never_fail(string text, string again) =>
        Assert.That(ConnectionParts.TextOf(ConnectionParts.PartsOf(text)), Is.EqualTo(again));

    [Test]
    public void A_flat_file_has_its_signs_and_columns()
    {
        const string columns = "<DTS:FlatFileColumns>"
            + "<DTS:FlatFileColumn DTS:ColumnType='Delimited' DTS:ColumnDelimiter='_x003B_' DTS:MaximumWidth='50' "
            + "DTS:DataType='129' DTS:TextQualified='True' DTS:ObjectName='Name'/>"
            + "<DTS:FlatFileColumn DTS:ColumnType='Delimited' DTS:ColumnDelimiter='_x000D__x000A_' DTS:DataType='131' "
            + "DTS:DataPrecision='18' DTS:DataScale='2' DTS:ObjectName='Amount'/></DTS:FlatFileColumns>";
        var file = Read("FLATFILE", "DTS:Format='Delimited' DTS:LocaleID='1031' DTS:CodePage='1252' "
            + "DTS:ColumnNamesInFirstDataRow='True' DTS:HeaderRowsToSkip='2' DTS:DataRowsToSkip='1' "
            + "DTS:HeaderRowDelimiter='_x000D__x000A_' DTS:RowDelimiter='' DTS:TextQualifier='_x003C_none_x003E_' "
            + "DTS:ConnectionString='C:\\a.csv'", columns).FlatFile!;

        Assert.That((file.Format, file.CodePage, file.HasHeader, file.HeaderRowsToSkip, file.DataRowsToSkip),
            Is.EqualTo(("Delimited", 1252, true, 2, 1)));
        Assert.That((file.RowDelimiter, file.TextQualifier, file.IsUnicode), Is.EqualTo(("\r\n", "", false)));
        Assert.That(file.Columns.Select(each => (each.Name, each.Delimiter, each.Type, each.IsTextQualified)),
            Is.EqualTo(new[]
            {
                ("Name", ";", new FlowType("DT_STR", 50, 0, 0, 1252), true),
                ("Amount", "\r\n", new FlowType("DT_NUMERIC", 0, 18, 2, 0), false),
            }));
    }

    [Test]
    public void Half_of_a_sign_in_a_flat_file_is_told_and_read_as_a_sign_that_can_be_written()
    {
        var package = SsisSample.ReadAny(SsisSample.New(SsisSample.Connections(SsisSample.Connection("C", "FLATFILE",
            "DTS:Format='Delimited' DTS:TextQualifier='_xDC00_' DTS:RowDelimiter='_xD83D__xDE00_'",
            "<DTS:FlatFileColumns><DTS:FlatFileColumn DTS:ColumnType='Delimited' DTS:ColumnDelimiter='_xD800_' "
            + "DTS:DataType='130' DTS:ObjectName='a'/></DTS:FlatFileColumns>"))));

        var file = package.Connections.Single().FlatFile!;
        Assert.That(file.TextQualifier, Is.EqualTo("\uFFFD"));
        Assert.That(file.Columns.Single().Delimiter, Is.EqualTo("\uFFFD"));
        Assert.That(package.Findings.Select(each => each.Code), Is.EqualTo(new[] { "ORC6037", "ORC6037" }));
        Assert.That(package.Findings.Select(each => each.Line), Has.All.Positive);
    }

    [Test]
    public void A_flat_file_of_an_old_format_is_read_as_one_of_a_new()
    {
        var inner = "<DTS:ConnectionManager>" + SsisSample.Property("ObjectName", "In")
            + SsisSample.Property("DTSID", "{IN}") + SsisSample.Property("CreationName", "FLATFILE")
            + "<DTS:ObjectData><DTS:ConnectionManager>" + SsisSample.Property("Format", "FixedWidth")
            + SsisSample.Property("Unicode", "-1") + SsisSample.Property("TextQualifier", "&lt;none&gt;")
            + SsisSample.Property("ConnectionString", "C:\\a.txt")
            + "<DTS:FlatFileColumn>" + SsisSample.Property("ColumnType", "FixedWidth")
            + SsisSample.Property("ColumnWidth", "10") + SsisSample.Property("DataType", "130")
            + SsisSample.Property("MaximumWidth", "10") + SsisSample.Property("ObjectName", "Code")
            + "</DTS:FlatFileColumn></DTS:ConnectionManager></DTS:ObjectData></DTS:ConnectionManager>";

        var read = SsisSample.Read(SsisSample.Old(inner)).Connections.Single();

        Assert.That((read.Name, read.Path, read.FlatFile!.IsUnicode), Is.EqualTo(("In", "C:\\a.txt", true)));
        Assert.That(read.FlatFile.TextQualifier, Is.Empty);
        var column = read.FlatFile.Columns.Single();
        Assert.That((column.Name, column.Width, column.Type.Name), Is.EqualTo(("Code", 10, "DT_WSTR")));
    }

    [Test]
    public void An_ftp_connection_has_the_user_of_its_inner_element()
    {
        var read = Read("FTP", "DTS:ConnectionString='host:21'", "<DTS:FtpConnection DTS:ServerName='host' "
            + "DTS:ServerUserName='me'><DTS:Property DTS:Name='ServerPassword' Sensitive='1' Encrypted='1'>AQAA"
            + "</DTS:Property></DTS:FtpConnection>");

        Assert.That((read.Server, read.User, read.HasSecret), Is.EqualTo(("host:21", "me", true)));
    }

    [TestCase("OLEDB", "Data Source=a;Initial Catalog=b;Provider=MSOLEDBSQL.1;", SsisSqlDialect.SqlServer)]
    [TestCase("OLEDB", "Data Source=a;Initial Catalog=b;", SsisSqlDialect.SqlServer)]
    [TestCase("OLEDB", "", null)]
    [TestCase("OLEDB", "Data Source=a;Provider=OraOLEDB.Oracle.1;", null)]
    [TestCase("ODBC", "Driver={ODBC Driver 17 for SQL Server};Server=a;", SsisSqlDialect.SqlServer)]
    [TestCase("ODBC", "Driver={PostgreSQL Unicode(x64)};Server=a;", SsisSqlDialect.PostgreSql)]
    [TestCase("ODBC", "Dsn=SQL Server Prod;uid=u;", null)]
    [TestCase("ODBC", "Dsn=Prod;wsid=PC1;database=b;", SsisSqlDialect.SqlServer)]
    [TestCase("ADO.NET:SQL", "Data Source=a;", SsisSqlDialect.SqlServer)]
    public void The_words_of_a_provider_say_which_dialect_is_spoken(
        string created, string text, SsisSqlDialect? dialect) => Assert.That(
        ConnectionDialects.Of(Read(created, $"DTS:ConnectionString='{text}'")), Is.EqualTo(dialect));

    [TestCase("OLEDB", "Data Source=a;Provider=MSDAORA.1;", "leads to Oracle, which is no platform")]
    [TestCase("ODBC", "Dsn=Prod;uid=u;", "'Prod', and not what database that is")]
    [TestCase("OLEDB", "", "names neither a provider nor a server")]
    [TestCase("OLEDB", "Provider=Odd.1;Data Source=a", "leads to 'Odd.1', which is no platform")]
    public void What_leads_to_no_platform_is_told_by_its_name(string created, string text, string said) => Assert.That(
        ConnectionDialects.Unknown(Read(created, $"DTS:ConnectionString='{text}'")),
        Does.StartWith("the connection 'C' ").And.Contain(said));

    [TestCase("{A}")]
    [TestCase("{a}:external")]
    [TestCase("A")]
    [TestCase("Package.ConnectionManagers[A]")]
    [TestCase("Project.ConnectionManagers[A]")]
    public void A_connection_is_found_by_all_its_names(string written)
    {
        var names = new ConnectionNames([new() { Name = "A", Id = "{A}" }], [new() { Name = "B", Id = "{B}" }]);

        Assert.That(names.Find(written)?.Name, Is.EqualTo("A"));
        Assert.That(names.NameOf("{Gone}:invalid"), Is.EqualTo("{Gone}:invalid"));
    }

    [TestCase("<property name='OpenRowset'>[dbo].[Orders]</property>", "Stage")]
    [TestCase("<property name='SqlCommand'>select a from dbo.Orders</property>", "Stage")]
    [TestCase("<property name='SqlCommand'>select a from Orders</property>", "{Stage}")]
    public void A_connection_of_which_no_file_tells_is_kept_where_the_package_shows_its_server(
        string property, string expected)
    {
        var flow = "<pipeline><components><component componentClassID='Microsoft.OLEDBSource' name='Read'>"
            + $"<properties>{property}</properties><connections><connection connectionManagerID='{{Stage}}:external' "
            + "connectionManagerRefId='Project.ConnectionManagers[Stage]'/></connections></component></components>"
            + "</pipeline>";

        var package = SsisSample.ReadAny(SsisSample.New(SsisSample.Executables(
            SsisSample.Task("Load", "Microsoft.Pipeline", flow),
            SsisSample.Task("Clear", "Microsoft.ExecuteSQLTask", SsisSample.Sql("DELETE FROM Orders")))));

        Assert.That(package.Root.Children[1].Sql!.Connection, Is.EqualTo(expected));
        Assert.That(package.Findings.Select(each => (each.Code, each.IsError)),
            Is.EqualTo(expected == "Stage" ? [("ORC6033", false)] : Array.Empty<(string, bool)>()));
    }

    private static SsisConnection Read(string created, string attributes, string inner = "") => SsisSample.Read(
        SsisSample.New(SsisSample.Connections(SsisSample.Connection("C", created, attributes, inner)))).Connections
        .Single();
}
