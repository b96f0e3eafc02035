using System.Reflection;
using Orchestrator.Core;
using Orchestrator.Core.Expressions;
using Orchestrator.Core.RunValues;
using Orchestrator.Core.Types;
using Orchestrator.Metadata.Compile;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Keys;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Tests.Keys;
using Orchestrator.Metadata.Yaml;
using static Orchestrator.Metadata.Tests.Compile.SolutionBuilder;

namespace Orchestrator.Metadata.Tests.Compile;

/// <summary>Each property of an object that means something changes its hash; a new one has to be thought about here.
/// </summary>
internal sealed class HashSensitivityTests
{
    /// <summary>Where it stands, what its project says, and what only follows from another property.</summary>
    private static readonly string[] Meaningless =
    [
        "ObjectDefinition.At", "ObjectDefinition.Project", "ObjectDefinition.Place", "ColumnDefinition.At",
        "SystemColumn.At", "SqlText.At", "SqlText.Script", "Dependency.At", "FileFormat.Name",
        "ColumnDefinition.Constant", "ObjectDefinition.FullName", "ObjectDefinition.TakesNullAsThere",
        "Hook.At", "Hook.Retry", "Hook.PackageTimeout", "Procedure.At", "ProcedureArgument.Value",
        "ObjectDefinition.Starts", "ObjectDefinition.WritesTarget", "ObjectDefinition.IsLoad",
        "ObjectDefinition.KeepsOtherColumns", "ObjectDefinition.MayKeepOtherColumns",
        "ObjectDefinition.ColumnsSought", "ObjectDefinition.OtherConnections", "ObjectDefinition.IsNamedByTurn",
        "Command.Program", "ProcessOptions.At", "Plugin.At", "Plugin.Files", "PinnedFile.At", "PluginOption.At",
        "PluginOption.Json", "HttpOptions.At", "HttpOptions.IsIdempotent", "HttpOptions.MayCarry",
        "HttpOptions.Reads", "HttpOptions.Writes", "HttpOptions.Said", "HttpHeader.At", "HttpFile.File",
        "HttpFile.At", "SentText.Parts", "SentText.At", "SentText.IsAsked",
        "FileTask.At", "FileTask.Files", "FileTask.Folder", "FileTask.NewName", "FileTask.Action",
        "FileTask.Reads", "FileTask.Writes", "FileTask.Said",
        "ValueSets.At", "ValueSets.ReadsRows", "ValueSet.At", "ValueSet.Kind", "ValueSet.Name", "ValueSet.Reckoned",
        "ProcedureArgument.Open", "ProcedureArgument.Bound", "ObjectSource.IsNamedByRun", "FileTask.Pattern",
        "ProcessVariable.Text", "Command.Items",
        "ObjectDefinition.Facts", "Hook.Facts", "FactReads.At", "FactRead.At",
        "HttpOptions.Filled", "FileTask.Filled", "ObjectDefinition.Given", "ObjectDefinition.Group",
        "ObjectDefinition.InTurn", "ObjectDefinition.TellsTurns", "FileTask.IsListed",
    ];

    private static readonly ProcessOptions Program = new(new Command(["a"], ["a"]), [], "", default);

    private static readonly ProcessVariable Variable = new("A", "1", "${var:A}");

    private static readonly Plugin Class = new()
    {
        Assembly = "a.dll",
        Class = "A",
        Sha256 = "00",
        With = [new PinnedFile("b.dll", "11", default)],
        Options = [new PluginOption("o", "\"1\"", "1", default)],
    };

    private static readonly HttpOptions Request = new()
    {
        Url = Sent("https://a/"),
        Headers = [new HttpHeader("A", Sent("1"), default)],
        Body = Sent("b"),
        BodyFile = new HttpFile("Files", "b", "b", default),
        Answer = new HttpFile("Files", "c", "c", default),
    };

    private static readonly FileTask Copied = new() { Copy = "a.csv", To = "b" };
    private static readonly ValueSet Value = new("X", TypeOf("int"), "N", default);

    private static readonly ObjectDefinition Customer = Load("customer") with
    {
        Source = new ObjectSource { Connection = "Files", File = "customer.csv", Format = "tab" },
        Sql = new SqlText("select 1", null, default),
        Process = Program,
        Plugin = Class,
        Scd = new ScdOptions(),
        DependsOn = [Needs("first")],
        Sets = new ValueSets { Each = [Value] },
        Procedure = new Procedure
        {
            Name = "p",
            Arguments = [new ProcedureArgument("a", "1", 1L)],
            Outputs = [new ProcedureOutput("o", new SqlType(SqlTypeKind.Int))],
        },
        Hooks =
        [
            new Hook
            {
                Name = "h", When = HookTime.After, Sql = new SqlText("select 1", null, default), Connection = "Source",
            },
        ],
        Columns = [new ColumnDefinition { Name = "Id", Target = "Id" }],
        SystemColumns = [new SystemColumn("RowAuditId", "RowAuditId", new SqlType(SqlTypeKind.BigInt), default)],
        Retry = new(new RetryPolicy(1, TimeSpan.FromSeconds(1), false, [ErrorClass.Transient]), default),
    };

    // What builders make for a kind, of which no row says how it is read.
    private static readonly ObjectDefinition[] Built =
    [
        Customer with { Kind = KindTable.Http.Word, Http = Request },
        Customer with { Kind = KindTable.File.Word, FileTask = Copied },
        Customer with { Kind = KindTable.Transfer.Word, Transfer = new TransferOptions() },
    ];

    private static readonly YamlMap Nothing = new(default, 0, []);

    private static readonly Watermark Modified =
        new() { Name = "M", Column = "At", DataType = new SqlType(SqlTypeKind.BigInt) };

    private static readonly (string Name, Func<ObjectDefinition, ObjectDefinition> Change)[] Changes =
    [
        ("ObjectDefinition.Name", o => o with { Name = "client" }),
        ("ObjectDefinition.Instance", o => o with
            { Instance = new Instance("customer", [new InstanceTurn(null, "1", [new InstanceValue(
                "Tenant", new SqlType(SqlTypeKind.Int), null)])]) }),
        ("ObjectDefinition.Kind", o => o with { Kind = "sql" }),
        ("ObjectDefinition.Container", o => o with { Container = "Other" }),
        ("ObjectDefinition.Source", o => o with { Source = null }),
        ("ObjectDefinition.Target", o => o with { Target = o.Target with { Name = "x" } }),
        ("ObjectDefinition.InheritedFrom", o => o with { InheritedFrom = "Other/customer" }),
        ("ObjectDefinition.Tags", o => o with { Tags = ["core"] }),
        ("ObjectDefinition.OwnThread", o => o with { OwnThread = true }),
        ("ObjectDefinition.DependsOn", o => o with { DependsOn = [] }),
        ("ObjectDefinition.Sql", o => o with { Sql = null }),
        ("ObjectDefinition.SqlFrom", o => o with { SqlFrom = "Statement" }),
        ("ObjectDefinition.Procedure", o => o with { Procedure = null }),
        ("Procedure.Schema", Procedure(p => p with { Schema = "dbo" })),
        ("Procedure.Name", Procedure(p => p with { Name = "q" })),
        ("Procedure.Arguments", Procedure(p => p with { Arguments = [] })),
        ("Procedure.Outputs", Procedure(p => p with { Outputs = [] })),
        ("Procedure.FailsOnReturnCode", Procedure(p => p with { FailsOnReturnCode = false })),
        ("ProcedureArgument.Name", Procedure(p => p with { Arguments = [p.Arguments[0] with { Name = "b" }] })),
        ("ProcedureArgument.Written", Procedure(p => p with { Arguments = [p.Arguments[0] with { Written = "2" }] })),
        ("ProcedureOutput.Name", Procedure(p => p with { Outputs = [p.Outputs[0] with { Name = "x" }] })),
        ("ProcedureOutput.DataType", Procedure(p => p with
            { Outputs = [p.Outputs[0] with { DataType = new SqlType(SqlTypeKind.BigInt) }] })),
        ("ObjectSource.IgnoreCase", Source(s => s with { IgnoreCase = true })),
        ("ObjectSource.Command", Source(s => s with { Command = new Command(["b"], ["b"]) })),
        ("ObjectDefinition.Sets", o => o with { Sets = null }),
        ("ValueSets.Each", o => o with { Sets = new ValueSets { Each = [Value, Value with { Variable = "Y" }] } }),
        ("ValueSets.OnNone", o => o with { Sets = o.Sets! with { OnNone = NoRow.Null } }),
        ("ObjectDefinition.DeclaredFacts", o => o with { DeclaredFacts = Facts("N", "${rows:first.read}") }),
        ("FactReads.Each", o => o with { DeclaredFacts = Facts("N", "${rows:first.read}") }),
        ("FactRead.Parameter", o => o with { DeclaredFacts = Facts("M", "${rows:first.read}") }),
        ("FactRead.Fact", o => o with { DeclaredFacts = Facts("N", "${state:first}") }),
        ("ValueSet.Variable", o => o with { Sets = new ValueSets { Each = [Value with { Variable = "Y" }] } }),
        ("ValueSet.Type", o => o with { Sets = new ValueSets { Each = [Value with { Type = TypeOf("bigint") }] } }),
        ("ValueSet.From", o => o with { Sets = new ValueSets { Each = [Value with { From = "M" }] } }),
        ("ObjectDefinition.Process", o => o with { Process = null }),
        ("ObjectDefinition.Idempotent", o => o with { Idempotent = true }),
        ("ObjectDefinition.Plugin", o => o with { Plugin = null }),
        ("ObjectDefinition.Transfer", o => o with { Transfer = new TransferOptions { Get = "*.csv" } }),
        ("TransferOptions.Server", o => o with
            { Transfer = new TransferOptions { Server = new FileServer { Name = "A", HostKey = "SHA256:x" } } }),
        ("Plugin.Assembly", Plugin(p => p with { Assembly = "b.dll" })),
        ("Plugin.Class", Plugin(p => p with { Class = "B" })),
        ("Plugin.Sha256", Plugin(p => p with { Sha256 = "22" })),
        ("Plugin.With", Plugin(p => p with { With = [] })), ("Plugin.Reads", Plugin(p => p with { Reads = ["Files"] })),
        ("Plugin.Writes", Plugin(p => p with { Writes = ["Files"] })),
        ("Plugin.Options", Plugin(p => p with { Options = [] })),
        ("PinnedFile.Name", Plugin(p => p with { With = [p.With[0] with { Name = "c.dll" }] })),
        ("PinnedFile.Sha256", Plugin(p => p with { With = [p.With[0] with { Sha256 = "33" }] })),
        ("PluginOption.Name", Plugin(p => p with { Options = [p.Options[0] with { Name = "p" }] })),
        ("PluginOption.Written", Plugin(p => p with { Options = [p.Options[0] with { Written = "2" }] })),
        ("ProcessOptions.Command", o => o with { Process = Program with { Command = new Command(["b"], ["b"]) } }),
        ("ProcessOptions.Environment", o => o with { Process = Program with { Environment = ["A"] } }),
        ("ProcessOptions.Variables", Given(Variable)), ("ProcessVariable.Name", Given(Variable with { Name = "B" })),
        ("ProcessVariable.Written", Given(Variable with { Written = "${var:B}" })),
        ("ProcessOptions.SuccessCodes", o => o with { Process = Program with { SuccessCodes = [0, 1] } }),
        ("ProcessOptions.TakesAnyCode", o => o with { Process = Program with { TakesAnyCode = true } }),
        ("ProcessOptions.Folder", o => o with { Process = Program with { Folder = "in" } }),
        ("Command.Written", o => o with { Process = Program with { Command = new Command(["a"], ["${var:A}"]) } }),
        ("ObjectDefinition.Http", Http(h => h with { Expect = [201] })),
        ("HttpOptions.Method", Http(h => h with { Method = "PUT" })),
        ("HttpOptions.Url", Http(h => h with { Url = Sent("https://b/") })),
        ("HttpOptions.Headers", Http(h => h with { Headers = [] })),
        ("HttpOptions.Body", Http(h => h with { Body = null })),
        ("HttpOptions.BodyFile", Http(h => h with { BodyFile = null })),
        ("HttpOptions.Expect", Http(h => h with { Expect = [202] })),
        ("HttpOptions.Answer", Http(h => h with { Answer = null })),
        ("HttpOptions.AnswerMax", Http(h => h with { AnswerMax = 5 })),
        ("HttpOptions.Timeout", Http(h => h with { Timeout = TimeSpan.FromSeconds(5) })),
        ("HttpOptions.AllowPrivate", Http(h => h with { AllowPrivate = true })),
        ("HttpHeader.Name", Http(h => h with { Headers = [h.Headers[0] with { Name = "B" }] })),
        ("HttpHeader.Value", Http(h => h with { Headers = [h.Headers[0] with { Value = Sent("2") }] })),
        ("HttpFile.Connection", Http(h => h with { Answer = h.Answer! with { Connection = "Split" } })),
        ("HttpFile.Written", Http(h => h with { Answer = h.Answer! with { Written = "${var:A}" } })),
        ("SentText.Written", Http(h => h with { Url = h.Url with { Written = "https://${var:A}/" } })),
        ("ObjectSource.Procedure", Source(s => s with { Procedure = new Procedure { Name = "p" } })),
        ("ObjectDefinition.Check", o => o with { Check = new CheckRules { RowCount = ">1" } }),
        ("ObjectDefinition.Enabled", o => o with { Enabled = false }),
        ("ObjectDefinition.EnabledWhen", o => o with { EnabledWhen = "${var:Full}" }),
        ("ObjectDefinition.Load", o => o with { Load = new LoadOptions { FastLoad = To(false) } }),
        ("ObjectDefinition.Errors", o => o with { Errors = new ErrorOptions { Table = To("e") } }),
        ("ObjectDefinition.Policies", o => o with { Policies = new Policies { OnNull = To(Policy.Redirect) } }),
        ("ObjectDefinition.Retry", o => o with { Retry = To(RetryPolicy.None) }),
        ("ObjectDefinition.PackageTimeout", o => o with { PackageTimeout = To<TimeSpan?>(TimeSpan.FromTicks(1)) }),
        ("ObjectDefinition.Expect", o => o with { Expect = new Expectations { RowsRead = ">0" } }),
        ("ObjectDefinition.Columns", o => o with { Columns = [] }),
        ("ObjectDefinition.Watermark", o => o with { Watermark = Modified }),
        ("ObjectDefinition.Hooks", o => o with { Hooks = [] }),
        ("ObjectDefinition.TypeMappings", o => o with
            { TypeMappings = [new(new SqlType(SqlTypeKind.Int), new SqlType(SqlTypeKind.BigInt), default)] }),
        ("Hook.Name", Hook(h => h with { Name = "other" })),
        ("Hook.When", Hook(h => h with { When = HookTime.Before })),
        ("Hook.Outcome", Hook(h => h with { Outcome = Outcome.Completion })),
        ("Hook.Sql", Hook(h => h with { Sql = new SqlText("select 2", null, default) })),
        ("Hook.Connection", Hook(h => h with { Connection = "Split" })),
        ("Hook.Transaction", Hook(h => h with { Transaction = HookTransaction.Load })),
        ("ObjectDefinition.SystemColumns", o => o with { SystemColumns = [] }),
        ("SqlText.Text", o => o with { Sql = o.Sql! with { Text = "select 2" } }),
        ("Dependency.Object", o => o with { DependsOn = [Needs("second")] }),
        ("Dependency.Outcome", o => o with { DependsOn = [Needs("first", Outcome.Completion)] }),
        ("Dependency.On", o => o with { DependsOn = [Needs("Other") with { On = DependencyOn.Container }] }),
        ("Dependency.When", o => o with { DependsOn = [Needs("first") with { When = Asked("1 = 1") }] }),
        ("ObjectDefinition.AnyOf", o => o with { AnyOf = [[Needs("second")]] }),
        ("ObjectDefinition.When", o => o with { When = Asked("1 = 1") }),
        ("Hook.Condition", Hook(h => h with { Condition = Asked("1 = 1") })),
        ("ObjectSource.Connection", Source(s => s with { Connection = "Source" })),
        ("ObjectSource.Schema", Source(s => s with { Schema = "dbo" })),
        ("ObjectSource.Name", Source(s => s with { Name = "x" })),
        ("ObjectSource.Where", Source(s => s with { Where = "1 = 1" })),
        ("ObjectSource.File", Source(s => s with { File = "x.csv" })),
        ("ObjectSource.FileAsWritten", Source(s => s with { FileAsWritten = "c_${var:Tenant}.csv" })),
        ("ObjectSource.Member", Source(s => s with { Member = "x.csv" })),
        ("ObjectSource.MemberAsWritten", Source(s => s with { MemberAsWritten = "c_${var:Tenant}.csv" })),
        ("ObjectSource.Format", Source(s => s with { Format = "csv" })),
        ("ObjectSource.Query", Source(s => s with { Query = new SqlText("select 1", null, default) })),
        ("ObjectSource.WrittenBy", Source(s => s with
            { Connection = "Split", WrittenBy = new TableWriter("A", "B", "C") })),
        ("ObjectTarget.Connection", o => o with { Target = o.Target with { Connection = "Split" } }),
        ("ObjectTarget.Schema", o => o with { Target = o.Target with { Schema = "crm" } }),
        ("ObjectTarget.Name", o => o with { Target = o.Target with { Name = "x" } }),
        ("ObjectTarget.Create", o => o with { Target = o.Target with { Create = false } }),
        ("ObjectTarget.Format", o => o with { Target = o.Target with { Format = "tab" } }),
        ("RetryPolicy.Count", Retry(r => r with { Count = 2 })),
        ("RetryPolicy.Delay", Retry(r => r with { Delay = TimeSpan.FromMilliseconds(1500) })),
        ("RetryPolicy.Exponential", Retry(r => r with { Exponential = true })),
        ("RetryPolicy.Errors", Retry(r => r with { Errors = [ErrorClass.Data] })),
        ("ColumnDefinition.Name", Column(c => c with { Name = "Key" })),
        ("ColumnDefinition.DataType", Column(c => c with { DataType = new SqlType(SqlTypeKind.NVarChar, 5) })),
        ("ColumnDefinition.Key", Column(c => c with { Key = 1 })),
        ("ColumnDefinition.Nullable", Column(c => c with { Nullable = false })),
        ("ColumnDefinition.TargetExpression", Column(c => c with { TargetExpression = "x" })),
        ("ColumnDefinition.SourceExpression", Column(c => c with { SourceExpression = "x" })),
        ("ColumnDefinition.Target", Column(c => c with { Target = "Key" })),
        ("ColumnDefinition.Value", Column(c => c with { Value = "${var:Tenant}" })),
        ("ColumnDefinition.Policies", Column(c => c with { Policies = new Policies { OnNull = To(Policy.Redirect) } })),
        ("ColumnDefinition.Sensitive", Column(c => c with { Sensitive = true })),
        ("ColumnDefinition.DateFormat", Column(c => c with { DateFormat = "d.M.yyyy" })),
        ("ColumnDefinition.Nulls", Column(c => c with { Nulls = ["n/a"] })),
        ("ColumnDefinition.Change", Column(c => c with { Change = ColumnChange.Fixed })),
        ("ColumnDefinition.Previous", Column(c => c with { Previous = "Before" })),
        ("ColumnDefinition.Current", Column(c => c with { Current = "Now" })),
        ("ObjectDefinition.Own", o => o with { Own = new CheckRules { RowCount = ">1" } }),
        ("ObjectDefinition.Scd", o => o with { Scd = new ScdOptions { Deletes = DeletedRows.Close } }),
        ("ObjectDefinition.Absorb", o => o with { Absorb = new AbsorbOptions { Buffer = "b" } }),
        ("SystemColumn.Role", System(s => s with { Role = "RowHash" })),
        ("SystemColumn.Column", System(s => s with { Column = "x" })),
        ("ObjectDefinition.FileTask", Task(t => t with { To = null })),
        ("FileTask.Copy", Task(t => t with { Copy = "b.csv" })),
        ("FileTask.Move", Task(t => t with { Move = "b.csv" })),
        ("FileTask.Delete", Task(t => t with { Delete = "b.csv" })),
        ("FileTask.MakeFolder", Task(t => t with { MakeFolder = "b" })),
        ("FileTask.WaitFor", Task(t => t with { WaitFor = "b.csv" })),
        ("FileTask.Zip", Task(t => t with { Zip = "b.csv" })),
        ("FileTask.Unzip", Task(t => t with { Unzip = "b.csv" })),
        ("FileTask.Connection", Task(t => t with { Connection = "Files" })),
        ("FileTask.To", Task(t => t with { To = "c" })),
        ("FileTask.ToConnection", Task(t => t with { ToConnection = "Files" })),
        ("FileTask.Name", Task(t => t with { Name = "b.csv" })),
        ("FileTask.Existing", Task(t => t with { Existing = ExistingFile.Keep })),
        ("FileTask.OnNone", Task(t => t with { OnNone = NoFiles.Skip })),
        ("FileTask.Timeout", Task(t => t with { Timeout = TimeSpan.FromHours(2) })),
        ("FileTask.IgnoreCase", Task(t => t with { IgnoreCase = true })),
        ("FileTask.StableFor", Task(t => t with { StableFor = TimeSpan.FromHours(2) })),
        ("SystemColumn.DataType", System(s => s with { DataType = new SqlType(SqlTypeKind.Int) })),
    ];

    private static IEnumerable<TestCaseData> ChangeCases =>
        from change in Changes
        let customer = OfKindFor(change.Change)
        select Case(change.Name, customer, change.Change(customer));

    // That each property has its key another test asks.
    private static IEnumerable<TestCaseData> KeyCases =>
    [
        .. DeclaredSection.OfObjects.SelectMany(section => section.Written(Customer))
            .Select(key => Case(key.Key, key.Before, key.After)),
        .. PolicyKeys.All.Select(policy => Case(
            policy.Name, Customer, Customer with { Policies = policy.Set(new Policies(), To(Policy.Redirect)) })),
    ];

    [TestCaseSource(nameof(ChangeCases))]
    [TestCaseSource(nameof(KeyCases))]
    public void A_changed_value_changes_the_hash_of_its_package(ObjectDefinition before, ObjectDefinition after)
    {
        var (first, second) = (Compile(before), Compile(after));

        Assert.That(LastPackage(second).Hash, Is.Not.EqualTo(LastPackage(first).Hash));
        Assert.That(second.Hash, Is.Not.EqualTo(first.Hash));
    }

    [Test]
    public void Every_property_of_an_object_is_changed_above_or_named_as_meaningless()
    {
        Type[] types =
        [
            typeof(ObjectDefinition), typeof(ObjectSource), typeof(ObjectTarget), typeof(SqlText),
            typeof(Dependency), typeof(RetryPolicy), typeof(ColumnDefinition), typeof(SystemColumn), typeof(Hook),
            typeof(Procedure), typeof(ProcedureArgument), typeof(ProcedureOutput),
            typeof(ProcessOptions), typeof(Command), typeof(Plugin), typeof(PinnedFile), typeof(PluginOption),
            typeof(HttpOptions), typeof(HttpHeader), typeof(HttpFile), typeof(SentText), typeof(FileTask),
            typeof(ValueSets), typeof(ValueSet), typeof(FactReads), typeof(FactRead),
        ];
        var properties = types.SelectMany(type => type.GetProperties(BindingFlags.Public | BindingFlags.Instance)
            .Select(property => $"{type.Name}.{property.Name}"));

        var unknown = properties.Except(Changes.Select(change => change.Name)).Except(Meaningless);

        Assert.That(unknown, Is.Empty);
    }

    private static TestCaseData Case(string name, ObjectDefinition before, ObjectDefinition after) =>
        new TestCaseData(before, after).SetArgDisplayNames(name);

    /// <summary>The customer of the kind that has what is changed to itself.</summary>
    private static ObjectDefinition OfKindFor(Func<ObjectDefinition, ObjectDefinition> change)
    {
        var own = change(Customer).Own?.GetType();
        if (Built.FirstOrDefault(one => one.Own?.GetType() == own) is { } built)
        {
            return built;
        }

        var kind = KindTable.All.First(kind => kind.Own?.Invoke().Read(Nothing, default).GetType() == own);
        return Customer with { Kind = kind.Word };
    }

    private static PlanEntry LastPackage(PlanContent document) =>
        document.Nodes.Last(node => node.Kind == NodeKind.Package);

    /// <summary>The package stands last, whichever container it is in.</summary>
    private static PlanContent Compile(ObjectDefinition definition)
    {
        var builder = new SolutionBuilder();
        builder.Connections.Add(
            new Connection { Name = "Split", Platform = Platform.Sqlite, File = "{container}.db" });
        builder.Project("Source", [Load("first"), Load("second"), definition],
            [Container("Core"), Container("Other")]);
        return builder.Compile().Document!;
    }

    private static WrittenCondition Asked(string when) =>
        new(Expression.ReadCondition(when, (_, _) => null), default);

    private static FactReads Facts(string parameter, string fact)
    {
        var (word, name) = (fact[2..fact.IndexOf(':')], fact[(fact.IndexOf(':') + 1)..^1]);
        return FactName.TryParse(word, name, out var read)
            ? new FactReads { Each = [new FactRead(parameter, read, default)] }
            : throw new ArgumentException($"{fact} is no fact", nameof(fact));
    }

    private static RunValueType TypeOf(string type) =>
        RunValueType.TryParse(type, out var of, out var problem) ? of : throw new ArgumentException(problem);

    private static Setting<T> To<T>(T value) => new(value, new Origin("objects/customer.yaml", 3, 3));

    private static Func<ObjectDefinition, ObjectDefinition> Given(ProcessVariable variable) =>
        o => o with { Process = Program with { Variables = [variable] } };

    private static Func<ObjectDefinition, ObjectDefinition> Source(Func<ObjectSource, ObjectSource> change) =>
        o => o with { Source = change(o.Source!) };

    private static Func<ObjectDefinition, ObjectDefinition> Procedure(Func<Procedure, Procedure> change) =>
        o => o with { Procedure = change(o.Procedure!) };

    private static Func<ObjectDefinition, ObjectDefinition> Task(Func<FileTask, FileTask> change) =>
        o => o with { FileTask = change(o.FileTask ?? Copied) };

    private static Func<ObjectDefinition, ObjectDefinition> Plugin(Func<Plugin, Plugin> change) =>
        o => o with { Plugin = change(o.Plugin!) };

    private static Func<ObjectDefinition, ObjectDefinition> Http(Func<HttpOptions, HttpOptions> change) =>
        o => o with { Http = change(o.Http ?? Request) };

    private static SentText Sent(string text) => new([new SentTextPart(SentPartKind.Written, text)], text, default);

    private static Func<ObjectDefinition, ObjectDefinition> Hook(Func<Hook, Hook> change) =>
        o => o with { Hooks = [change(o.Hooks[0])] };

    private static Func<ObjectDefinition, ObjectDefinition> Retry(Func<RetryPolicy, RetryPolicy> change) =>
        o => o with { Retry = To(change(o.Retry.Value)) };

    private static Func<ObjectDefinition, ObjectDefinition> Column(Func<ColumnDefinition, ColumnDefinition> change) =>
        o => o with { Columns = [change(o.Columns[0])] };

    private static Func<ObjectDefinition, ObjectDefinition> System(Func<SystemColumn, SystemColumn> change) =>
        o => o with { SystemColumns = [change(o.SystemColumns[0])] };
}
