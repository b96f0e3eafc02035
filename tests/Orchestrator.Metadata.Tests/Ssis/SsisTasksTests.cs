using Orchestrator.Ssis.Model;

namespace Orchestrator.Metadata.Tests.Ssis;

internal sealed class SsisTasksTests
{
    private static readonly string Places = SsisSample.Connections(
        SsisSample.Connection("Stage", "OLEDB", "DTS:ConnectionString='Data Source=s;Initial Catalog=d;'"),
        SsisSample.Connection("Net", "ADO.NET:System.Data.SqlClient.SqlConnection, System.Data",
            "DTS:ConnectionString='Data Source=s'"),
        SsisSample.Connection("In", "FILE", "DTS:ConnectionString='C:\\in\\a.csv'"),
        SsisSample.Connection("Out", "FILE", "DTS:ConnectionString='C:\\out'"),
        SsisSample.Connection("Mail", "SMTP", "DTS:ConnectionString='SmtpServer=m;'"),
        SsisSample.Connection("Ftp", "FTP", "DTS:ConnectionString='f:21'"));

    [Test]
    public void A_statement_has_its_parameters_and_where_its_row_goes()
    {
        var read = Read("Microsoft.ExecuteSQLTask", SsisSample.Sql("exec p ?, ? output",
            "SQLTask:ResultType='ResultSetType_SingleRow' SQLTask:BypassPrepare='False' SQLTask:TimeOut='30'",
            "<SQLTask:ParameterBinding SQLTask:ParameterName='0' SQLTask:DtsVariableName='User::A' "
            + "SQLTask:ParameterDirection='Input' SQLTask:DataType='129' SQLTask:ParameterSize='20'/>"
            + "<SQLTask:ParameterBinding SQLTask:ParameterName='1' SQLTask:DtsVariableName='User::B' "
            + "SQLTask:ParameterDirection='Output' SQLTask:DataType='16' SQLTask:ParameterSize='-1'/>"
            + "<SQLTask:ResultBinding SQLTask:ResultName='Id' SQLTask:DtsVariableName='User::C'/>"));

        var sql = read.Sql!;
        Assert.That((sql.Connection, sql.Source, sql.Statement, sql.Result, sql.BypassesPrepare, sql.TimeoutSeconds),
            Is.EqualTo(("Stage", TextSource.Direct, "exec p ?, ? output", ResultSetKind.SingleRow, false, 30)));
        Assert.That(sql.Parameters, Is.EqualTo(new SqlTaskParameter[]
        {
            new("0", "User::A", ParameterWay.Input, 129, "DT_STR", 20),
            new("1", "User::B", ParameterWay.Output, 16, "DT_I1", -1),
        }));
        Assert.That(sql.Results, Is.EqualTo(new ResultTarget[] { new("Id", "User::C") }));
        Assert.That(read.Connections, Is.EqualTo(new[] { "Stage" }));
    }

    [Test]
    public void A_type_is_counted_as_its_connection_counts()
    {
        var read = Read("Microsoft.ExecuteSQLTask", "<SQLTask:SqlTaskData SQLTask:Connection='{Net}' "
            + "SQLTask:SqlStatementSource='x'><SQLTask:ParameterBinding SQLTask:ParameterName='@a' "
            + "SQLTask:DtsVariableName='User::A' SQLTask:DataType='16'/></SQLTask:SqlTaskData>");

        Assert.That(read.Sql!.Parameters.Single().Type, Is.EqualTo("DT_WSTR"));
        Assert.That(read.Sql.BypassesPrepare, Is.True);
    }

    [TestCase("Variable", "User::Text", TextSource.Variable, "User::Text")]
    [TestCase("FileConnection", "{In}", TextSource.File, "In")]
    public void A_statement_may_come_from_elsewhere(
        string written, string statement, TextSource source, string shown)
    {
        var sql = Read("Microsoft.ExecuteSQLTask",
            SsisSample.Sql(statement, $"SQLTask:SqlStmtSourceType='{written}'")).Sql!;

        Assert.That((sql.Source, sql.Statement), Is.EqualTo((source, shown)));
    }

    [Test]
    public void A_file_task_names_variables_connections_and_paths()
    {
        var move = Read("Microsoft.FileSystemTask", "<FileSystemData TaskOperationType='MoveFile' "
            + "TaskIsSourceVariable='True' TaskSourcePath='User::File' TaskDestinationPath='{Out}' "
            + "TaskOverwriteDestFile='True'/>");
        var copied = Read("Microsoft.FileSystemTask",
            "<FileSystemData TaskSourcePath='{In}' TaskDestinationPath='x'/>").FileSystem!;

        var moved = move.FileSystem!;
        Assert.That((moved.Operation, moved.Overwrites), Is.EqualTo(("MoveFile", true)));
        Assert.That((moved.From, moved.To), Is.EqualTo(
            (new TaskPath(TextSource.Variable, "User::File"), new TaskPath(TextSource.File, "Out"))));
        Assert.That((copied.Operation, copied.From, copied.To), Is.EqualTo(
            ("CopyFile", new TaskPath(TextSource.File, "In"), new TaskPath(TextSource.Direct, "x"))));
        Assert.That(move.Connections, Is.EqualTo(new[] { "Out" }));
    }

    [Test]
    public void A_mail_a_program_and_a_transfer_are_read()
    {
        var mail = Read("Microsoft.SendMailTask",
            "<SendMailTask:SendMailTaskData xmlns:SendMailTask='www.microsoft.com/sqlserver/dts/tasks/sendmailtask' "
            + "SendMailTask:SMTPServer='{Mail}' SendMailTask:From='a@x' SendMailTask:To='b@x' SendMailTask:Subject='s' "
            + "SendMailTask:MessageSourceType='Variable' SendMailTask:MessageSource='User::Body'/>").Mail!;
        var program = Read("Microsoft.ExecuteProcess",
            "<ExecuteProcessData Executable='a.exe' Arguments='-x 1' StandardOutputVariable='User::Out' "
            + "SuccessValue='2' TimeOut='5'/>").Process!;
        var ftp = Read("Microsoft.FtpTask", "<FtpData ConnectionName='{Ftp}' TaskOperationType='Receive' "
            + "TaskIsLocalPathVar='True' TaskLocalPath='User::Folder' TaskRemotePath='/in/*.csv' "
            + "TaskTransferAscii='True'/>").Ftp!;

        Assert.That((mail.Connection, mail.To, mail.Source, mail.Message, mail.Priority),
            Is.EqualTo(("Mail", "b@x", TextSource.Variable, "User::Body", "Normal")));
        Assert.That((program.Executable, program.Arguments, program.OutputVariable, program.SuccessValue),
            Is.EqualTo(("a.exe", "-x 1", "User::Out", 2)));
        Assert.That((program.FailsOnReturnValue, program.RequiresFullName, program.TimeoutSeconds),
            Is.EqualTo((true, true, 5)));
        Assert.That((ftp.Connection, ftp.Operation, ftp.Local.Source, ftp.Remote.Value, ftp.IsAscii),
            Is.EqualTo(("Ftp", "Receive", TextSource.Variable, "/in/*.csv", true)));
    }

    [Test]
    public void A_bulk_insert_has_its_signs_as_they_are()
    {
        var bulk = Read("Microsoft.BulkInsertTask",
            "<B:BulkInsertTaskData xmlns:B='www.microsoft.com/sqlserver/dts/tasks/bulkinserttask' "
            + "B:SourceConnectionName='{In}' B:DestinationConnectionName='{Stage}' B:DestinationTableName='dbo.t' "
            + "B:FieldTerminator='Vertical Bar {|}' B:RowTerminator='{CR}{LF}' B:FirstRow='2' B:KeepNulls='True'/>")
            .BulkInsert!;

        Assert.That((bulk.Connection, bulk.FileConnection, bulk.Table, bulk.FieldTerminator, bulk.RowTerminator),
            Is.EqualTo(("Stage", "In", "dbo.t", "|", "\r\n")));
        Assert.That((bulk.FirstRow, bulk.KeepsNulls, bulk.ChecksConstraints), Is.EqualTo((2, true, true)));
    }

    [Test]
    public void A_script_has_its_texts_and_no_compiled_code()
    {
        var script = Read("Microsoft.ScriptTask", "<ScriptProject Name='ST_1' Language='Microsoft Visual Basic .NET' "
            + "EntryPoint='ScriptMain' ReadOnlyVariables='User::B, User::A' ReadWriteVariables='C'>"
            + "<ProjectItem Name='ScriptMain.vb'><![CDATA[Public Sub Main()]]></ProjectItem>"
            + "<BinaryItem Name='ST_1.dll'>TVqQAAMAAAAEAAAA</BinaryItem></ScriptProject>").Script!;

        Assert.That((script.Language, script.EntryPoint), Is.EqualTo(("VisualBasic", "ScriptMain")));
        Assert.That(script.ReadVariables, Is.EqualTo(new[] { "User::A", "User::B" }));
        Assert.That(script.WriteVariables, Is.EqualTo(new[] { "C" }));
        Assert.That(script.Files, Is.EqualTo(new ScriptFile[] { new("ScriptMain.vb", "Public Sub Main()") }));
    }

    [Test]
    public void A_call_has_its_package_and_what_it_is_given()
    {
        var call = Read("Microsoft.ExecutePackageTask", "<ExecutePackageTask><UseProjectReference>True"
            + "</UseProjectReference><PackageName>Load.dtsx</PackageName><ParameterAssignment><ParameterName>Day"
            + "</ParameterName><BindedVariableOrParameterName>User::Day</BindedVariableOrParameterName>"
            + "</ParameterAssignment></ExecutePackageTask>").Call!;

        Assert.That((call.IsProjectReference, call.Package, call.Connection), Is.EqualTo((true, "Load.dtsx", "")));
        Assert.That(call.Arguments, Is.EqualTo(new PackageArgument[] { new("Day", "User::Day") }));
    }

    [Test]
    public void An_expression_task_is_its_expression() => Assert.That(
        Read("Microsoft.ExpressionTask", "<ExpressionTask Expression='@[User::A] = 1'/>").Expression,
        Is.EqualTo("@[User::A] = 1"));

    [Test]
    public void A_loop_over_rows_has_its_variable_and_mappings()
    {
        var loop = Loop("Microsoft.ForEachADOEnumerator",
            "<FEEADO EnumType='EnumerateRowsInFirstTable' VarName='User::Rows'/>",
            "<DTS:ForEachVariableMappings>"
            + "<DTS:ForEachVariableMapping DTS:ValueIndex='1' DTS:VariableName='User::B'/>"
            + "<DTS:ForEachVariableMapping DTS:ValueIndex='0' DTS:VariableName='User::A'/>"
            + "</DTS:ForEachVariableMappings>");

        Assert.That((loop.Kind, loop.Variable, loop.Walk),
            Is.EqualTo((EnumeratorKind.Rows, "User::Rows", RowSetWalk.FirstTable)));
        Assert.That(loop.Mappings, Is.EqualTo(new LoopMapping[] { new(0, "User::A"), new(1, "User::B") }));
    }

    [Test]
    public void A_loop_over_files_has_its_pattern_and_expressions()
    {
        var loop = Loop("DTS.ForEachFileEnumerator.2", "<ForEachFileEnumeratorProperties>"
            + "<FEFEProperty Folder='C:\\in'/><FEFEProperty FileSpec='*.csv'/>"
            + "<FEFEProperty FileNameRetrievalType='1'/><FEFEProperty Recurse='-1'/>"
            + "</ForEachFileEnumeratorProperties>", "",
            "<DTS:PropertyExpression DTS:Name='Directory'>@[User::Folder]</DTS:PropertyExpression>");

        Assert.That((loop.Kind, loop.Folder, loop.FileSpec, loop.NameRetrieved, loop.IsRecursive),
            Is.EqualTo((EnumeratorKind.Files, "C:\\in", "*.csv", "NameAndExtension", true)));
        Assert.That(loop.Expressions, Is.EqualTo(new PropertyExpression[] { new("Directory", "@[User::Folder]") }));
    }

    [Test]
    public void A_loop_over_items_has_their_values()
    {
        var loop = Loop("Microsoft.ForEachItemEnumerator", "<FEIEItems><FEIEItem><FEIEItemValue Type='3' Value='1'/>"
            + "<FEIEItemValue Type='8' Value='a'/></FEIEItem><FEIEItem><FEIEItemValue Type='3' Value='2'/>"
            + "<FEIEItemValue Type='8' Value='b'/></FEIEItem></FEIEItems>");

        Assert.That(loop.Items.Select(each => string.Join('|', each)), Is.EqualTo(new[] { "1|a", "2|b" }));
    }

    [TestCase("Microsoft.ForEachItemEnumerator", "", EnumeratorKind.Items)]
    [TestCase("Microsoft.ForEachNodeListEnumerator", "<FEENODELIST SourceType='Variable'/>", EnumeratorKind.Nodes)]
    [TestCase("Microsoft.ForEachSMOEnumerator", "<FEESMO EnumURN='x'/>", EnumeratorKind.Smo)]
    [TestCase("Microsoft.ForEachFromVarEnumerator", "<FEEFVE VariableName='User::L'/>", EnumeratorKind.Variable)]
    [TestCase("Microsoft.ForEachSchemaRowsetEnumerator", "<FEEADOSCHEMA/>", EnumeratorKind.SchemaRows)]
    [TestCase("Somebody.Enumerator", "<Odd/>", EnumeratorKind.Other)]
    public void A_loop_has_its_kind(string created, string data, EnumeratorKind kind) =>
        Assert.That(Loop(created, data).Kind, Is.EqualTo(kind));

    private static SsisExecutable Read(string created, string data) => SsisSample.Only(created, data, Places);

    private static ForEachLoop Loop(string created, string data, string mappings = "", string expressions = "") =>
        SsisSample.Read(SsisSample.New(SsisSample.Executables(SsisSample.Task("Each", "STOCK:FOREACHLOOP", more:
            $"<DTS:ForEachEnumerator DTS:CreationName='{created}'>{expressions}"
            + (data.Length > 0 ? $"<DTS:ObjectData>{data}</DTS:ObjectData>" : "")
            + $"</DTS:ForEachEnumerator>{mappings}")))).Root.Children.Single().ForEach!;
}
