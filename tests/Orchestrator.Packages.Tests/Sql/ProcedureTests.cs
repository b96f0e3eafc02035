using Orchestrator.Core;
using Orchestrator.Core.RunValues;
using Orchestrator.Core.Types;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Tests.Sql;

/// <summary>Functions and procedures of PostgreSQL as source and as task, and what the server says beside.</summary>
internal sealed class ProcedureTests
{
    private readonly List<string> _said = [];
    private PostgreSqlRig _rig = null!;

    [SetUp]
    public void Make()
    {
        _rig = new PostgreSqlRig();
        _rig.Execute("""
            create schema crm;
            create table crm.log (day date, n int);
            create function crm.rows_of(since date, n int) returns table (id int, at date) language plpgsql as $$
            begin
                raise notice 'since %', since;
                return query select g, since + g from generate_series(1, n) as g;
            end $$;
            create procedure crm.close(day date, n int, out closed int) language plpgsql as $$
            begin
                insert into crm.log values (day, n);
                raise notice 'closed %', day;
                closed := n * 2;
            end $$;
            create function crm.twice(n int, out doubled int) language sql as 'select n * 2';
            """);
        _said.Clear();
    }

    [TearDown]
    public void Remove() => _rig.Dispose();

    [Test]
    public void The_rows_of_a_function_are_loaded()
    {
        var result = Run(PostgreSqlRig.Load("t", Rig.Column("id", "int"), Rig.Column("at", "date")) with
        {
            Source = new ObjectSource
            {
                Connection = "Pg",
                Procedure = Call("rows_of", ("since", "2026-01-31"), ("n", 2L)),
            },
        });

        Assert.That(result.Error?.Message, Is.Null);
        Assert.That(_rig.Query("select * from t"), Is.EqualTo(new[] { "1|2026-02-01", "2|2026-02-02" }));
        Assert.That(_said, Does.Contain("NOTICE: since 2026-01-31"));
    }

    [Test]
    public void A_procedure_is_called_and_its_outputs_are_recorded()
    {
        var result = Run(Task(Call("close", ("day", "2026-01-31"), ("n", 4L)) with
        {
            Outputs = [new ProcedureOutput("closed", new SqlType(SqlTypeKind.Int))],
        }));

        Assert.That(result.Error?.Message, Is.Null);
        Assert.That(result.LoadPath, Is.EqualTo("'crm.close' ended, closed = 8"));
        Assert.That(_rig.Query("select * from crm.log"), Is.EqualTo(new[] { "2026-01-31|4" }));
        Assert.That(_said, Is.EqualTo(new[] { "NOTICE: closed 2026-01-31", "'crm.close' ended, closed = 8" }));
    }

    [Test]
    public void What_it_gives_back_is_set_as_values_of_the_run()
    {
        var outputs = Run(Task(Call("close", ("day", "2026-01-31"), ("n", 4L)) with
        {
            Outputs = [new ProcedureOutput("closed", new SqlType(SqlTypeKind.Int))],
        }) with
        { Sets = Sets("bigint", "@closed") });
        var rows = Run(Task(Call("rows_of", ("since", "2026-01-31"), ("n", 2L))) with
        { Sets = Sets("rows(\"id\" int, \"at\" date)", "rows") });

        Assert.That((outputs.Error?.Message, rows.Error?.Message), Is.EqualTo(((string?)null, (string?)null)));
        Assert.That(outputs.Sets["X"].Text, Is.EqualTo("8"));
        Assert.That(rows.Sets["X"].Text, Is.EqualTo("1\t2026-02-01\n2\t2026-02-02\n"));
    }

    [Test]
    public void What_the_run_has_found_out_is_an_argument_of_its_type()
    {
        var call = Call("close", ("day", ""), ("n", 4L)) with
        {
            Arguments =
            [
                new ProcedureArgument("day", "${var:Day}", null) { Open = "${var:Day}" },
                new ProcedureArgument("n", "${var:N}", null) { Open = "${var:N}" },
            ],
            Outputs = [new ProcedureOutput("closed", new SqlType(SqlTypeKind.Int))],
        };
        var context = _rig.Rig.Context(Task(call)) with
        {
            Message = _said.Add,
            Given = new Dictionary<string, RunValue>
            {
                ["Day"] = Value("date", "2026-01-31"),
                ["N"] = Value("int", "4"),
            },
        };

        var result = PackageKinds.All["sql"].Run(context);

        Assert.That(result.Error?.Message, Is.Null);
        Assert.That(result.LoadPath, Is.EqualTo("'crm.close' ended, closed = 8"));
    }

    [Test]
    public void What_it_gives_back_is_not_shown_beside_sensitive_columns_as_nobody_knows_what_it_reads()
    {
        _rig.Rig.Objects.Add(Rig.Load("people", Rig.Column("name", "nvarchar(20)") with { Sensitive = true }));

        var result = Run(Task(Call("close", ("day", "2026-01-31"), ("n", 4L)) with
        {
            Outputs = [new ProcedureOutput("closed", new SqlType(SqlTypeKind.Int))],
        }));

        Assert.That(result.Error?.Message, Is.Null);
        Assert.That(result.LoadPath, Is.EqualTo("'crm.close' ended, closed = (hidden)"));
        Assert.That(_said, Has.None.Contains("closed = 8"));
    }

    [Test]
    public void A_function_as_task_gives_back_its_columns_and_an_unknown_output_is_told()
    {
        var known = Run(Task(Call("twice", ("n", 4L)) with
        {
            Outputs = [new ProcedureOutput("doubled", new SqlType(SqlTypeKind.Int))],
        }));
        var unknown = Run(Task(Call("twice", ("n", 4L)) with
        {
            Outputs = [new ProcedureOutput("nothing", new SqlType(SqlTypeKind.Int))],
        }));

        Assert.That(known.LoadPath, Does.EndWith("doubled = 8"));
        Assert.That(unknown.Error!.Code, Is.EqualTo("ORC3492"));
    }

    [Test]
    public void Of_several_rows_the_first_is_the_outputs()
    {
        var result = Run(Task(Call("rows_of", ("since", "2026-01-31"), ("n", 3L)) with
        {
            Outputs =
            [
                new ProcedureOutput("id", new SqlType(SqlTypeKind.Int)),
                new ProcedureOutput("at", new SqlType(SqlTypeKind.Date)),
            ],
        }));

        Assert.That(result.Error?.Message, Is.Null);
        Assert.That(result.LoadPath, Is.EqualTo("'crm.rows_of' ended, id = 1, at = 2026-02-01"));
    }

    [Test]
    public void A_call_that_fails_takes_all_back_and_names_its_place()
    {
        var result = Run(Task(Call("close", ("day", "no day"), ("n", 4L))));

        Assert.That((result.Outcome, result.Error!.Code, result.Error.Script, result.Error.Line),
            Is.EqualTo((NodeState.Failed, "ORC3420", "objects/close.yaml", 7L)));
        Assert.That(_rig.Query("select * from crm.log"), Is.Empty);
    }

    [Test]
    public void What_the_engine_does_by_itself_is_not_told()
    {
        _rig.Rig.Write("t.csv", "Id\n1\n");

        Run(PostgreSqlRig.Load("t", Rig.Column("Id", "int")));

        Assert.That(_said, Is.Empty);
    }

    [Test]
    public void SQLite_has_no_procedures()
    {
        var task = Task(Call("x")) with { Target = new ObjectTarget("Db", null, "x") };

        Assert.That(PackageKinds.All["sql"].Check(task, _rig.Rig.Solution).Select(found => found.Code),
            Is.EqualTo(new[] { "ORC1331" }));
    }

    [TestCase(0, TestName = "A_procedure_whose_run_loses_its_lease_before_the_session_changes_nothing")]
    [TestCase(1, TestName = "A_procedure_whose_run_loses_its_lease_before_BEGIN_changes_nothing")]
    [TestCase(2, TestName = "A_procedure_whose_run_loses_its_lease_before_COMMIT_changes_nothing")]
    public void A_procedure_whose_run_loses_its_lease_changes_nothing(int timesHeld)
    {
        var asked = 0;
        var task = Task(Call("close", ("day", "2026-01-31"), ("n", 4L)) with
        {
            Outputs = [new ProcedureOutput("closed", new SqlType(SqlTypeKind.Int))],
        });

        var result = PackageKinds.All["sql"].Run(_rig.Rig.Context(task) with
        {
            Fence = new WriteFence(() => asked++ < timesHeld),
        });

        Assert.That((result.Error?.Code, asked), Is.EqualTo(("ORC3460", timesHeld + 1)));
        Assert.That(_rig.Query("select * from crm.log"), Is.Empty);
    }

    private PackageResult Run(ObjectDefinition definition) =>
        PackageKinds.All[definition.Kind].Run(_rig.Rig.Context(definition) with { Message = _said.Add });

    private static Procedure Call(string name, params (string Name, object Value)[] arguments) => new()
    {
        Schema = "crm",
        Name = name,
        Arguments = [.. arguments.Select(one => new ProcedureArgument(one.Name, $"{one.Value}", one.Value))],
        At = new Origin("objects/close.yaml", 7, 3),
    };

    private static ObjectDefinition Task(Procedure call) => Rig.Load("task") with
    {
        Kind = "sql",
        Source = null,
        Procedure = call,
        Target = new ObjectTarget("Pg", null, "task"),
    };

    private static RunValue Value(string type, string text) =>
        RunValueType.TryParse(type, out var of, out _) && RunValue.TryMake(of, [[text]], out var made, out _)
            ? made : throw new ArgumentException(text);

    private static ValueSets Sets(string type, string from) => new()
    {
        Each = [new ValueSet("X", RunValueType.TryParse(type, out var of, out _) ? of : null!, from, default)],
    };
}
