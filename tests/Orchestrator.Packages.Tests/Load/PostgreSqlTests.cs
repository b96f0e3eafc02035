using Orchestrator.Core;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Tests.Load;

/// <summary>Packages whose connections lead to a server: files → PostgreSQL → PostgreSQL → SQLite.</summary>
internal sealed class PostgreSqlTests
{
    private const string Rows = """"
        Id,Name,Amount,Moment,Flag,Code
        1,Ann,12.50,2024-02-29 12:00:00.123,1,6F9619FF-8B86-D011-B42D-00C04FC964FF
        2,"B;""o""",-0.01,0001-01-01 00:00:00.000,0,
        3,𝄞 ö,9999999.99,9999-12-31 23:59:59.999,,00000000-0000-0000-0000-000000000000

        """";

    private const string LoadTables = """
        SELECT count(*) FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
        WHERE n.nspname = 'orchestrator' AND c.relname LIKE 'load\_%'
        """;

    private Rig _rig = null!;
    private EmptyDatabase _database = null!;

    [SetUp]
    public void Make()
    {
        _rig = new Rig();
        _database = EmptyDatabase.Take();
        _rig.Servers.Add(new Connection
        {
            Name = "Pg",
            Platform = Platform.PostgreSql,
            ConnectionString = _database.ConnectionString,
            RecordSource = "PG",
        });
        _rig.Write("customer.csv", Rows);
    }

    [TearDown]
    public void Remove()
    {
        _rig.Dispose();
        _database.Dispose();
    }

    [Test]
    public void Rows_go_from_a_file_through_a_server_into_a_database_file_and_stay_what_they_are()
    {
        Assert.That(_rig.Run(FromFile()).Error, Is.Null);
        Assert.That(_rig.Run(Copy("Pg", null, "Pg", "stage")).Error, Is.Null);
        Assert.That(_rig.Run(Copy("Pg", "stage", "Db", null)).Error, Is.Null);
        Assert.That(_rig.Run(Rig.Load("direct", Columns()) with { Source = FromFile().Source }).Error, Is.Null);

        Assert.That(_rig.Query("SELECT * FROM customer"), Is.EqualTo(_rig.Query("SELECT * FROM direct")));
        Assert.That(_rig.Query("SELECT Name FROM customer"), Is.EqualTo((string[])["Ann", "B;\"o\"", "𝄞 ö"]));
    }

    [TestCase(Swap.Auto)]
    [TestCase(Swap.Transaction)]
    [TestCase(Swap.InPlace)]
    public void A_second_load_takes_the_place_of_the_first(Swap swap)
    {
        var load = FromFile() with { Load = new LoadOptions { Swap = Rig.Written(swap) } };

        Assert.That(_rig.Run(load).Error, Is.Null);
        Assert.That(_rig.Run(load).Error, Is.Null);

        Assert.That(Ask("SELECT count(*) FROM customer"), Is.EqualTo("3"));
        Assert.That(Ask(LoadTables), Is.EqualTo("0"));
    }

    [TestCase(true)]
    [TestCase(false)]
    public void Rows_are_appended_with_the_attempt_that_wrote_them(bool isFast)
    {
        var load = FromFile() with
        {
            Load = new LoadOptions { Pattern = Rig.Written(LoadPattern.Append), FastLoad = Rig.Written(isFast) },
            SystemColumns =
            [
                new SystemColumn("RowAuditId", "RowAuditId", Rig.Type("bigint"), Origin.Default),
                new SystemColumn("RowRecordSource", "RowRecordSource", Rig.Type("varchar(10)"), Origin.Default),
            ],
        };

        Assert.That(_rig.Run(load).Error, Is.Null);
        Assert.That(_rig.Run(load).Error, Is.Null);

        Assert.That(Ask($"""
            SELECT count(*) FROM customer
            WHERE "RowAuditId" = {_rig.LastAttempt} AND "RowRecordSource" = 'CSV'
            """), Is.EqualTo("3"));
        Assert.That(Ask("SELECT count(*) FROM customer"), Is.EqualTo("6"));
    }

    [Test]
    public void Rejected_rows_go_into_the_error_table_also_for_a_character_that_no_text_there_can_hold()
    {
        const int rejectedMany = 3000;
        _rig.Write("customer.csv", Rows + "x,Bad,1,2024-01-01,1,\n4,N\0l,1,2024-01-01,1,\n"
            + string.Concat(Enumerable.Repeat("5,Long,1.234,2024-01-01,1,\n", rejectedMany)));

        var result = _rig.Run(FromFile() with { Errors = new ErrorOptions { OnError = Rig.Written(Policy.Redirect) } });

        Assert.That(result.Error, Is.Null);
        Assert.That((result.Counts.Inserted, result.Counts.Rejected), Is.EqualTo((3, 2 + rejectedMany)));
        Assert.That(Ask("""SELECT "Value" FROM err.customer WHERE "Code" = 'ORC3004'"""), Is.EqualTo("x"));
        Assert.That(Ask("""SELECT "Value" FROM err.customer WHERE "Code" = 'ORC3003'"""), Is.EqualTo("N\u2400l"));
        Assert.That(Ask("""SELECT count(*) FROM err.customer WHERE "Code" = 'ORC3002'"""), Is.EqualTo("3000"));
    }

    [Test]
    public void A_failed_load_leaves_the_old_rows_and_its_rejected_rows()
    {
        _rig.Run(FromFile());
        _rig.Write("customer.csv", Rows + "x,Bad,1,2024-01-01,1,\n");

        var result = _rig.Run(FromFile());

        Assert.That(result.Error!.Code, Is.EqualTo("ORC3004"));
        Assert.That(Ask("SELECT count(*) FROM customer"), Is.EqualTo("3"));
        Assert.That(Ask("""SELECT "Value" FROM err.customer"""), Is.EqualTo("x"));
        Assert.That(Ask(LoadTables), Is.EqualTo("0"));
    }

    [Test]
    public void A_connection_that_is_cut_while_rows_are_written_is_a_transient_failure_whose_rejected_rows_are_kept()
    {
        _rig.Write("customer.csv", "Id,Name,Amount,Moment,Flag,Code\nx,Bad,1,2024-01-01,1,\n"
            + string.Concat(Enumerable.Repeat("5,Ann,1.23,2024-01-01,1,\n", 60_000)));
        var isCut = false;
        _rig.Progress = (_, written) =>
        {
            if (written > 0 && !isCut)
            {
                isCut = true;
                Ask("""
                    SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
                    WHERE datname = current_database() AND pid <> pg_backend_pid()
                    """);
            }
        };

        var result = _rig.Run(FromFile() with { Errors = new ErrorOptions { OnError = Rig.Written(Policy.Redirect) } });

        Assert.That((result.Outcome, result.Error?.Class), Is.EqualTo((NodeState.Failed, ErrorClass.Transient)));
        Assert.That(result.Error!.Message, Does.StartWith("PostgreSQL refused it"));
        Assert.That(Ask("SELECT count(*) FROM pg_class WHERE relname = 'customer' AND relkind = 'r'"),
            Is.EqualTo("1"), "the error table, and no other");
        Assert.That(Ask("""SELECT "Value" FROM err.customer"""), Is.EqualTo("x"));
    }

    [Test]
    public void A_constraint_of_the_target_is_a_refused_row_and_leaves_the_rows_of_before()
    {
        _rig.Run(FromFile());
        _rig.Run(Sql("""alter table customer add constraint once unique ("Amount")"""));
        _rig.Write("customer.csv", Rows + "4,Twin,12.50,2024-01-01,1,\n");

        var result = _rig.Run(FromFile());

        Assert.That((result.Error?.Code, result.Error?.Class), Is.EqualTo(("ORC3412", ErrorClass.Data)));
        Assert.That(result.Error!.Message, Does.Contain("once"));
        Assert.That(Ask("SELECT count(*) FROM customer"), Is.EqualTo("3"));
    }

    [Test]
    public void Statements_and_checks_work_on_a_server()
    {
        _rig.Run(FromFile());

        var changed = _rig.Run(Sql("""
            update customer set "Name" = 'x' where "Id" > 1;
            delete from customer where "Id" = 1
            """));
        var failed = _rig.Run(Check(new CheckRules { RowCount = "> 5", Unique = ["Name"], NotNull = ["Code"] }));

        Assert.That(changed.Error, Is.Null);
        Assert.That(failed.Error!.Message, Does.Contain("expected > 5, got 2 rows")
            .And.Contain("unique (Name): 1 values occur more than once, for example Name=x")
            .And.Contain("notNull (Code): 1 rows hold NULL"));
        Assert.That(_rig.Run(Check(new CheckRules { RowCount = "2" })).Error, Is.Null);
    }

    [Test]
    public void A_statement_that_fails_names_its_line_and_the_code_of_the_server()
    {
        var result = _rig.Run(Sql("create table a (b int);\n\nselect 1,\n  nothing"));

        Assert.That((result.Error!.Code, result.Error.ServerCode, result.Error.Line),
            Is.EqualTo(("ORC3420", "42703", 13L)));
        Assert.That(Ask("SELECT count(*) FROM pg_class WHERE relname = 'a'"), Is.EqualTo("0"));
    }

    [Test]
    public void A_statement_that_is_cancelled_ends_at_once_as_cancelled()
    {
        using var stop = new CancellationTokenSource();
        _rig.Cancellation = stop.Token;
        _rig.Progress = (_, changed) => stop.CancelAfter(TimeSpan.FromMilliseconds(50));

        var result = _rig.Run(Sql("select 1; select pg_sleep(60)"));

        Assert.That(result.Outcome, Is.EqualTo(NodeState.Cancelled));
    }

    [Test]
    public void A_server_that_cannot_be_reached_is_a_failure_without_the_password()
    {
        _rig.Servers[0] =
            _rig.Servers[0] with { ConnectionString = "Host=127.0.0.1;Port=1;Username=u;Password=hunter2" };

        var result = _rig.Run(FromFile());

        Assert.That((result.Error!.Code, result.Error.Class), Is.EqualTo(("ORC3409", ErrorClass.Transient)));
        Assert.That(result.Error.Message, Does.Not.Contain("hunter2"));
    }

    [Test]
    public void A_secret_that_is_missing_is_a_failure_and_no_bug()
    {
        var context = _rig.Context(FromFile()) with
        {
            ResolveConnection = _ => throw new InvalidOperationException("The secret PW is missing."),
        };

        var result = PackageKinds.All["load"].Run(context);

        Assert.That((result.Error!.Code, result.Error.Class), Is.EqualTo(("ORC3416", ErrorClass.Config)));
    }

    [Test]
    public void What_a_load_would_send_is_told_in_the_words_of_the_server()
    {
        var told = PackageKinds.All["load"].Statements(FromFile(), _rig.Solution).Select(one => one.Text).ToArray();

        Assert.That(told, Has.Some.StartWith("COPY \"orchestrator\".\"load_0_")
            .And.Some.Contains("\"Moment\" timestamp(3) without time zone"));
    }

    private static ColumnDefinition[] Columns() =>
    [
        Rig.Column("Id", "int", key: 1), Rig.Column("Name", "nvarchar(20)"), Rig.Column("Amount", "decimal(9,2)"),
        Rig.Column("Moment", "datetime2(3)"), Rig.Column("Flag", "bit"), Rig.Column("Code", "uniqueidentifier"),
    ];

    private static ObjectDefinition FromFile() => Rig.Load("customer", Columns()) with
    {
        Target = new ObjectTarget("Pg", null, "customer"),
    };

    private static ObjectDefinition Copy(string from, string? fromSchema, string to, string? schema) =>
        Rig.Load("customer") with
        {
            Source = new ObjectSource { Connection = from, Schema = fromSchema, Name = "customer" },
            Target = new ObjectTarget(to, schema, "customer"),
        };

    private static ObjectDefinition Sql(string text) => FromFile() with
    {
        Kind = "sql",
        Source = null,
        Sql = new SqlText(text, null, new Origin("s.yaml", 10, 6)),
    };

    private static ObjectDefinition Check(CheckRules rules) => FromFile() with
    {
        Kind = "check",
        Source = null,
        Check = rules,
    };

    private string? Ask(string sql) => _database.Ask(sql);
}
