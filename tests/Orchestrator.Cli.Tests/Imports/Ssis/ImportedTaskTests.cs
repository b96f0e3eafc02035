using static Orchestrator.Cli.Tests.Imports.Ssis.PackageXml;

namespace Orchestrator.Cli.Tests.Imports.Ssis;

/// <summary>What tasks of the control flow become, each by what matters of it.</summary>
internal sealed class ImportedTaskTests
{
    private const string OneRow = "SQLTask:ResultType=\"ResultSetType_SingleRow\"";
    private const string Main = "projects/Nightly/objects/";

    private PackageSolution _solution = null!;

    [SetUp]
    public void Make() => _solution = new PackageSolution();

    [TearDown]
    public void Remove() => _solution.Dispose();

    [Test]
    public void A_statement_that_commits_itself_is_the_transaction_that_its_object_is()
    {
        Import(Of(Sql("Clear", "BEGIN TRAN; DELETE FROM dbo.Old; COMMIT;")));

        Assert.That(_solution.Text($"{Main}Clear.yaml"), Does.Contain("DELETE FROM dbo.Old;")
            .And.Contain("# its words for transactions are taken out").And.Not.Contain("COMMIT"));
        IsValid();
    }

    [Test]
    public void A_statement_that_takes_back_and_goes_on_is_open()
    {
        Import(Of(Sql("Clear", "BEGIN TRAN; DELETE FROM dbo.Old; ROLLBACK;")));

        Assert.That(_solution.Text($"{Main}Clear.yaml"), Does.Contain("ORC6086"));
    }

    [TestCase("DTS:LogicalAnd=\"True\"", "DTS:LogicalAnd=\"True\" DTS:Value=\"1\"", false)]
    [TestCase("DTS:LogicalAnd=\"True\" DTS:Value=\"2\"", "DTS:LogicalAnd=\"True\" DTS:Value=\"1\"", true)]
    [TestCase("DTS:LogicalAnd=\"True\"", "DTS:LogicalAnd=\"True\"", true)]
    public void Tasks_that_commit_and_take_back_around_one_object_fall_away_where_it_does_the_same_itself(
        string commits, string takesBack, bool stays)
    {
        Import(Of(
            Sql("Begin", "BEGIN TRAN") + Sql("Work", "EXEC dbo.Work") + Sql("Keep", "COMMIT TRAN")
                + Sql("Undo", "ROLLBACK TRAN"),
            Arrow("Begin", "Work") + Arrow("Work", "Keep", commits) + Arrow("Work", "Undo", takesBack)));

        Assert.That(
            (_solution.Has($"{Main}Keep.yaml"), _solution.Has($"{Main}Undo.yaml")), Is.EqualTo((stays, stays)));
    }

    [Test]
    public void A_transaction_that_is_only_taken_back_is_not_that_of_its_object()
    {
        Import(Of(
            Sql("Begin", "BEGIN TRAN") + Sql("Work", "EXEC dbo.Work") + Sql("Undo", "ROLLBACK TRAN"),
            Arrow("Begin", "Work") + Arrow("Work", "Undo")));

        Assert.That(_solution.Text($"{Main}Undo.yaml"), Does.Contain("ORC6086"));
    }

    [Test]
    public void A_bulk_insert_is_the_statement_that_it_sends()
    {
        Import(WithFile(Of(Bulk("Bring", "BulkInsertTask:FieldTerminator=\"Comma {,}\" "
            + "BulkInsertTask:RowTerminator=\"{LF}\" BulkInsertTask:FirstRow=\"2\" BulkInsertTask:KeepNulls=\"True\"")),
            "In", "C:\\in\\it's.csv"));

        Assert.That(_solution.Text($"{Main}Bring.yaml"), Does.Contain("BULK INSERT [dbo].[Sale]\n")
            .And.Contain("FROM 'C:\\in\\it''s.csv'\n").And.Contain("WITH (FIELDTERMINATOR = ',', "
                + "ROWTERMINATOR = '0x0a', CODEPAGE = 'RAW', FIRSTROW = 2, MAXERRORS = 0, KEEPNULLS, "
                + "CHECK_CONSTRAINTS)")
            .And.Contain("# the server itself reads the file"));
        IsValid();
    }

    [Test]
    public void A_bulk_insert_of_a_file_that_the_run_knows_makes_its_statement_then()
    {
        Import(WithFile(
            Of(Sql("Ask", "SELECT MAX(Path) AS Path FROM dbo.Files", Result("Path", "User::Where"), OneRow)
                + Bulk("Bring"), Arrow("Ask", "Bring"), Variable("Where", 8, "")),
            "In", "", "@[User::Where]"));

        Assert.That(_solution.Text($"{Main}Bring.yaml"), Does.Match("REPLACE\\(.*@Where.*, N'''', N''''''\\)")
            .And.Contain("FIELDTERMINATOR = ''\\t''").And.Contain("EXEC (@bulk)")
            .And.Contain("IF @bulk IS NULL THROW "));
        IsValid();
    }

    [Test]
    public void A_bulk_insert_in_a_loop_over_files_opens_the_whole_path()
    {
        Import(WithFile(
            Of(Task("Each", "STOCK:FOREACHLOOP", "", """
                <DTS:ForEachEnumerator DTS:CreationName="Microsoft.ForEachFileEnumerator" DTS:DTSID="{E}"
                  DTS:ObjectName="{E}"><DTS:ObjectData><ForEachFileEnumeratorProperties>
                <FEFEProperty Folder="C:\in"/><FEFEProperty FileSpec="*.csv"/>
                <FEFEProperty FileNameRetrievalType="0"/><FEFEProperty Recurse="0"/>
                </ForEachFileEnumeratorProperties></DTS:ObjectData></DTS:ForEachEnumerator>
                """ + Inner(Bulk("Each\\Bring")) + """
                <DTS:ForEachVariableMappings><DTS:ForEachVariableMapping DTS:VariableName="User::Where"
                  DTS:ValueIndex="0" DTS:ObjectName="{M}" DTS:DTSID="{M}"/></DTS:ForEachVariableMappings>
                """), "", Variable("Where", 8, "")),
            "In", "", "@[User::Where]"));

        Assert.That(_solution.Text($"{Main}Bring.yaml"), Does.Contain("REPLACE(N'C:\\in\\' + @Where, "));
    }

    [Test]
    public void A_statement_that_begins_with_use_runs_in_that_database()
    {
        // As files have ends of lines in an attribute.
        Import(Of(Sql("First", "EXEC dbo.One")
            + Sql("Tell", "-- there\nUSE [Other];\nGO\nEXEC dbo.Tell").Replace("\n", "&#xA;", StringComparison.Ordinal),
            Arrow("First", "Tell")));

        var made = Directory.GetFiles(_solution.Folder, "Tell.yaml", SearchOption.AllDirectories);
        Assert.That(made, Has.Length.EqualTo(1), string.Join('\n', made));
        var tell = File.ReadAllText(made[0]);
        Assert.That(made[0].Contains("Nightly_Target_Other", StringComparison.Ordinal)
            || tell.Contains("connection: Target_Other", StringComparison.Ordinal), tell);
        Assert.That(tell, Does.Contain("EXEC dbo.Tell").And.Not.Contain("USE"));
        Assert.That(_solution.Text("connections/Target_Other.yaml"), Does.Contain("Server=db1;Database=Other;"));
        IsValid();
    }

    [TestCase("EXEC dbo.A; USE Other; EXEC dbo.B")]
    [TestCase("USE Other; EXEC dbo.A; USE Dw; EXEC dbo.B")]
    public void A_statement_that_changes_its_database_on_its_way_is_left_to_a_person(string statement)
    {
        Import(Of(Sql("Tell", statement)));

        Assert.That(_solution.Text($"{Main}Tell.yaml"), Does.Contain("ORC6074").And.Contain("on its way"));
    }

    [Test]
    public void A_use_of_the_database_of_the_connection_changes_nothing()
    {
        Import(Of(Sql("Tell", "use dw EXEC dbo.Tell")));

        Assert.That(_solution.Text($"{Main}Tell.yaml"), Does.Contain("sql: \"EXEC dbo.Tell\""));
        Assert.That(_solution.Has("connections/Target_dw.yaml"), Is.False);
    }

    [Test]
    public void Xml_of_a_query_is_a_text_and_somebody_looks_what_is_around_it()
    {
        Import(Of(
            Sql("Ask", "SELECT Id FROM dbo.T FOR XML AUTO;", Result("0", "User::Doc"),
                "SQLTask:ResultType=\"ResultSetType_XML\"") + Sql("Use", "EXEC dbo.Say ?", Parameter("0", "User::Doc")),
            Arrow("Ask", "Use"), Variable("Doc", 8, "")));

        Assert.That(_solution.Text($"{Main}Ask.yaml"), Does.Contain("SELECT CAST((\n").And.Contain("AS [Doc]")
            .And.Contain("sets: {Doc: Doc}").And.Contain("ORC6075").And.Contain("<ROOT>"));
        Assert.That(_solution.Text("solution.yaml"), Does.Contain("nvarchar(max)"));
    }

    [Test]
    public void What_a_program_says_and_the_code_with_which_it_succeeds_are_said()
    {
        Import(Of(
            Task("Ask", "Microsoft.ExecuteProcess", "<ExecuteProcessData Executable=\"tools/ask\" "
                + "Arguments=\"--day 1\" StandardOutputVariable=\"User::Said\" SuccessValue=\"3\"/>")
                + Sql("Use", "EXEC dbo.Say ?", Parameter("0", "User::Said")),
            Arrow("Ask", "Use"), Variable("Said", 8, "")));

        Assert.That(_solution.Text($"{Main}Ask.yaml"), Does.Contain("successCodes: [3]")
            .And.Contain("sets: {Said: stdout}"));
        IsValid();
    }

    [Test]
    public void A_program_whose_code_nobody_asked_for_has_succeeded_with_any()
    {
        Import(Of(Task("Do", "Microsoft.ExecuteProcess", "<ExecuteProcessData Executable=\"tools/do\" "
            + "FailTaskIfReturnCodeIsNotSuccessValue=\"False\"/>")));

        Assert.That(_solution.Text($"{Main}Do.yaml"), Does.Contain("command: [\"tools/do\"]")
            .And.Contain("successCodes: any").And.Not.Contain("ORC6080"));
        IsValid();
    }

    [Test]
    public void A_program_that_runs_in_a_folder_of_its_own_is_looked_at()
    {
        Import(Of(Task("Do", "Microsoft.ExecuteProcess", "<ExecuteProcessData Executable=\"tools/do\" "
            + "Arguments=\"/all *.csv\" WorkingDirectory=\"C:\\old files\"/>")));

        Assert.That(_solution.Text($"{Main}Do.yaml"), Does.Contain("ORC6080").And.Contain("old files"));
    }

    [Test]
    public void What_a_procedure_returns_comes_first_wherever_it_is_listed()
    {
        Import(Of(
            Sql("Key", "dbo.GetKey", Parameter("@name", "User::Who") + Parameter("@ret", "User::Code", "ReturnValue"),
                "SQLTask:IsStoredProc=\"True\"") + Sql("Use", "EXEC dbo.Close ?", Parameter("0", "User::Code")),
            Arrow("Key", "Use"), Variable("Who", 8, "City") + Variable("Code", 3, "0")));

        Assert.That(_solution.Text($"{Main}Key.yaml"), Does.Contain("EXEC @out_1 = dbo.GetKey @name = @Who;"));
        IsValid();
    }

    [Test]
    public void How_many_rows_a_statement_has_changed_is_a_value()
    {
        Import(Of(
            Sql("Mark", "UPDATE dbo.T SET Seen = 1", attributes: "DTS:ExecValueVariable=\"User::Changed\"")
                + Sql("Use", "EXEC dbo.Say ?", Parameter("0", "User::Changed")),
            Arrow("Mark", "Use"), Variable("Changed", 3, "0")));

        Assert.That(_solution.Text($"{Main}Mark.yaml"), Does.Contain("sets: {Changed: changed}"));
        IsValid();
    }

    [Test]
    public void A_loop_that_counts_down_to_what_the_run_knows_asks_a_query_for_its_numbers()
    {
        Import(Of(
            Sql("Ask", "SELECT MIN(N) AS N FROM dbo.T", Result("N", "User::Low"), OneRow)
                + Task("Count", "STOCK:FORLOOP", "",
                    Inner(Sql("Count\\Work", "EXEC dbo.Work ?", Parameter("0", "User::I"))),
                    "DTS:InitExpression=\"@I = 10\" DTS:EvalExpression=\"@I &gt;= @Low\" "
                        + "DTS:AssignExpression=\"@I = @I - 3\""),
            Arrow("Ask", "Count"), Variable("I", 3, "0") + Variable("Low", 3, "0")));

        Assert.That(_solution.Text("projects/Nightly/project.yaml"), Does
            .Contain("SELECT CAST(10 AS bigint) AS n WHERE 10 >= @Low").And.Contain("WHERE n - 3 >= @Low")
            .And.Contain("ORDER BY n DESC").And.Contain("turns: Linear"));
        IsValid();
    }

    [TestCase("@I = 10", "@I &lt;= @Low", "@I = @I - 3")]
    [TestCase("@I = 10", "@I &lt;= 3 || @Low == 1", "@I = @I + 1")]
    [TestCase("", "@I &lt;= @Low", "@I = @I + 2")]
    public void A_loop_that_counts_otherwise_is_left_to_a_person(string init, string test, string assign)
    {
        Import(Of(
            Task("Count", "STOCK:FORLOOP", "",
                Inner(Sql("Count\\Work", "SELECT 1 AS N", Result("N", "User::Low"), OneRow)),
                $"DTS:InitExpression=\"{init}\" DTS:EvalExpression=\"{test}\" DTS:AssignExpression=\"{assign}\""),
            "", Variable("I", 3, "0") + Variable("Low", 3, "0")));

        Assert.That(_solution.Made(), Does.Contain("ORC6076"));
    }

    [Test]
    public void Statements_that_are_one_transaction_are_one_object()
    {
        Import(Of(Transaction(Sql("One\\A", "EXEC dbo.A") + Sql("One\\B", "EXEC dbo.B"), Arrow("One\\A", "One\\B"))
            + Sql("Last", "EXEC dbo.Last"), Arrow("One", "Last")));

        Assert.That(_solution.Text($"{Main}A.yaml"), Does.Match(@"EXEC dbo\.A\n\s+GO\n\s+EXEC dbo\.B"));
        Assert.That(_solution.Has($"{Main}B.yaml"), Is.False);
        IsValid();
    }

    [TestCase("Target", "")]
    [TestCase("Source", "One\\A")]
    public void Tasks_side_by_side_or_of_two_databases_are_no_transaction_of_one_object(string connection, string from)
    {
        Import(Of(Transaction(Sql("One\\A", "EXEC dbo.A") + Sql("One\\B", "EXEC dbo.B", connection: connection),
            from.Length == 0 ? "" : Arrow(from, "One\\B"))));

        Assert.That(_solution.Made(), Does.Contain("ORC6086"));
    }

    [TestCase("Package")]
    [TestCase("Each")]
    public void Turns_that_are_one_transaction_are_open_though_each_has_one_task(string whole)
    {
        const string Required = "DTS:TransactionOption=\"2\"";
        var package = Of(Each("Each", FilesOf("C:\\in", "*.csv"), Inner(Sql("Each\\A", "EXEC dbo.A")), "User::Name"),
            "", Variable("Name", 8, ""));
        var refId = whole == "Package" ? "DTS:refId=\"Package\"" : "DTS:refId=\"Package\\Each\"";

        Import(package.Replace(refId, $"{refId} {Required}", StringComparison.Ordinal));

        Assert.That(_solution.Text($"{Main}A.yaml"), Does.Contain("ORC6086"));
    }

    [Test]
    public void Statements_of_two_databases_in_a_loop_are_no_transaction_of_one_object()
    {
        var one = Task("Count\\One", "STOCK:SEQUENCE", "", Inner(
            Sql("Count\\One\\A", "EXEC dbo.A") + Sql("Count\\One\\B", "USE Other; EXEC dbo.B"),
            Arrow("Count\\One\\A", "Count\\One\\B")), "DTS:TransactionOption=\"2\"");
        Import(Of(Task("Count", "STOCK:FORLOOP", "", Inner(one), "DTS:InitExpression=\"@I = 1\" "
            + "DTS:EvalExpression=\"@I &lt;= 3\" DTS:AssignExpression=\"@I = @I + 1\""),
            variables: Variable("I", 3, "0")));

        Assert.That(_solution.Made(), Does.Contain("ORC6086"));
        Assert.That(_solution.Text($"{Main}A.yaml"), Does.Not.Contain("dbo.B"));
        Assert.That(_solution.Text($"{Main}B.yaml"), Does.Contain("connection: Target_Other"));
    }

    [Test]
    public void What_reckons_a_condition_of_counted_rows_names_their_count_itself()
    {
        Import(Of(
            new FlowXml().Table("Read", "[dbo].[Sale]", "Id:i4")
                .Step("Count", "Microsoft.RowCount", "Read", "", [], ("VariableName", "User::Moved"))
                .Into("Write", "[dbo].[Old]", "Count", "Id=Read.Id").Task() + Sql("Then", "EXEC dbo.Two"),
            Arrow("Load", "Then", "DTS:EvalOp=\"3\" DTS:LogicalAnd=\"True\" "
                + "DTS:Expression=\"@[User::Moved] &gt; DATEPART(&quot;hh&quot;, GETDATE())\""),
            Variable("Moved", 3, "0")));

        Assert.That(_solution.Text($"{Main}Then_condition.yaml"),
            Does.Contain("facts: ").And.Contain(".read}").And.Contain("@Moved"));
    }

    [Test]
    public void A_condition_that_has_no_equal_leaves_no_object_behind()
    {
        Import(Of(
            Sql("First", "EXEC dbo.One") + Sql("Then", "EXEC dbo.Two"),
            Arrow("First", "Then", "DTS:EvalOp=\"3\" DTS:LogicalAnd=\"True\" "
                + "DTS:Expression=\"@[System::VersionMajor] &gt; 1\"")));

        Assert.That(_solution.Text($"{Main}Then.yaml"), Does.Contain("ORC6088"));
        Assert.That(_solution.Has($"{Main}Then_condition.yaml"), Is.False);
    }

    [Test]
    public void A_folder_of_this_side_is_made_though_an_ftp_task_does_it()
    {
        Import(Of(Task("Make", "Microsoft.FtpTask", "<FtpData ConnectionName=\"Away\" "
            + "TaskOperationType=\"CreateLocalDirectory\" TaskLocalPath=\"in/today\"/>")));

        Assert.That(_solution.Text($"{Main}Make.yaml"), Does.Contain("makeFolder: today"));
        IsValid();
    }

    [TestCase("Microsoft.FtpTask", "<FtpData TaskOperationType=\"Receive\" TaskRemotePath=\"/out/a.csv\"/>",
        "ORC6082", "transfer: {get: /out/a.csv")]
    [TestCase("Microsoft.WebServiceTask", "<WebServiceTaskData/>", "ORC6070", "kind http")]
    [TestCase("Microsoft.XMLTask", "<XMLTaskData/>", "ORC6070", "kind script")]
    [TestCase("Microsoft.DbMaintenanceBackupTask", "<SqlTaskData/>", "ORC6070", "View T-SQL")]
    [TestCase("Microsoft.FileSystemTask", "<FileSystemData TaskOperationType=\"DeleteDirectory\" "
        + "TaskSourcePath=\"in\"/>", "ORC6079", "the folder stays")]
    public void What_has_no_equal_says_what_takes_its_place(string kind, string data, string code, string words)
    {
        Import(Of(Task("Other", kind, data)));

        Assert.That(_solution.Text($"{Main}Other.yaml"), Does.Contain(code).And.Contain(words));
    }

    private void Import(string package)
    {
        _solution.Package("Nightly", package);

        var made = _solution.Import();

        Assert.That(made.ExitCode, Is.Zero, made.Out + made.Error);
    }

    private void IsValid()
    {
        var said = _solution.Call("validate", "-C", "made");

        Assert.That(said.ExitCode, Is.Zero, said.Out + said.Error);
    }

    private static string Transaction(string tasks, string constraints) =>
        Task("One", "STOCK:SEQUENCE", "", Inner(tasks, constraints), "DTS:TransactionOption=\"2\"");

    private static string Bulk(string path, string said = "") =>
        Task(path, "Microsoft.BulkInsertTask", "<BulkInsertTask:BulkInsertTaskData "
            + "xmlns:BulkInsertTask=\"www.microsoft.com/sqlserver/dts/tasks/bulkinserttask\" "
            + "BulkInsertTask:SourceConnectionName=\"{In}\" BulkInsertTask:DestinationConnectionName=\"{Target}\" "
            + $"BulkInsertTask:DestinationTableName=\"[dbo].[Sale]\" {said}/>");
}
