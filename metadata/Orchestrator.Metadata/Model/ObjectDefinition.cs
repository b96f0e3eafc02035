using Orchestrator.Core;
using Orchestrator.Core.Types;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Yaml;

namespace Orchestrator.Metadata.Model;

/// <summary>
/// The metadata of one package after the cascade: everything its kind needs. It is the payload of the plan's node.
/// </summary>
public sealed record ObjectDefinition
{
    public required string Name { get; init; }

    public required string Project { get; init; }

    /// <summary>Its name in full: `project/object`.</summary>
    public string FullName => $"{Project}/{Name}";

    /// <summary>The turns of `forEach` that it is made for; null = none is known before the run.</summary>
    public Instance? Instance { get; init; }

    /// <summary>The variables that turns give a value; NULL is that of a turn that the run finds out.</summary>
    public IReadOnlyList<InstanceValue> Given { get; init; } = [];

    /// <summary>Whether a turn gives a variable its value.</summary>
    public bool IsGiven(string variable) => Given.Any(value => value.Variable == variable);

    /// <summary>Objects of a loop whose turns the run finds out: the same in such turns, the outermost first; null = it
    /// stands in none.</summary>
    public Func<IReadOnlyList<InstanceTurn>, TurnObject>? InTurn { get; init; }

    /// <summary>Whether the run finds out what its target is called: a value of a turn stands in the name.</summary>
    public bool IsNamedByTurn => InTurn is not null
        && $"{Target.Schema}.{Target.Name}".Contains("${var:", StringComparison.Ordinal);

    /// <summary>Whether it finds out the turns of a loop, and nobody wrote it as an object.</summary>
    public bool TellsTurns { get; init; }

    /// <summary>What it stands in, its container or a turn of that: `PerRegion[DE]`; null = the container.</summary>
    public string? Group { get; init; }

    /// <summary>The word of its row in <see cref="KindTable"/>.</summary>
    public required string Kind { get; init; }

    /// <summary>What it says under the key that its kind has to itself; null for kinds without one.</summary>
    public KindOptions? Own { get; init; }

    /// <summary>Kind scd: how it keeps versions; null for all others.</summary>
    public ScdOptions? Scd { get => Own as ScdOptions; init => Own = Instead(value); }

    /// <summary>Kind absorb: how it takes bursts of rows; null for all others.</summary>
    public AbsorbOptions? Absorb { get => Own as AbsorbOptions; init => Own = Instead(value); }

    /// <summary>Kind check: what must hold; null for all others.</summary>
    public CheckRules? Check { get => Own as CheckRules; init => Own = Instead(value); }

    /// <summary>Kind http: the request that is sent; null for all others.</summary>
    public HttpOptions? Http { get => Own as HttpOptions; init => Own = Instead(value); }

    /// <summary>Kind file: what is done with which files; null for all others.</summary>
    public FileTask? FileTask { get => Own as FileTask; init => Own = Instead(value); }

    /// <summary>Kind transfer: which files go from where to where; null for all others.</summary>
    public TransferOptions? Transfer { get => Own as TransferOptions; init => Own = Instead(value); }

    /// <summary>Name of the container it is in.</summary>
    public required string Container { get; init; }

    /// <summary>
    /// Where in its container it stands, by what means it among the `members`; who is not among them stands behind all,
    /// in declared order.
    /// </summary>
    public int Place { get; init; } = int.MaxValue;

    /// <summary>What it reads; null for kinds that read nothing.</summary>
    public ObjectSource? Source { get; init; }

    /// <summary>What it writes or works on.</summary>
    public required ObjectTarget Target { get; init; }

    /// <summary>The object (`project/object`) that it repeats through `inherit`; null = none.</summary>
    public string? InheritedFrom { get; init; }

    /// <summary>Tags for selection.</summary>
    public IReadOnlyList<string> Tags { get; init; } = [];

    /// <summary>Whether it starts first in its container.</summary>
    public bool OwnThread { get; init; }

    /// <summary>What must have ended before it, within the project or as `project/object`.</summary>
    public IReadOnlyList<Dependency> DependsOn { get; init; } = [];

    /// <summary>Further ones, in groups of which one is enough.</summary>
    public IReadOnlyList<IReadOnlyList<Dependency>> AnyOf { get; init; } = [];

    /// <summary>The condition under which it is needed, which the run asks; null = always.</summary>
    public WrittenCondition? When { get; init; }

    /// <summary>Kind sql: the statement, or the text of the script.</summary>
    public SqlText? Sql { get; init; }

    /// <summary>Kind sql: the variable whose value is the statement; null = that is written.</summary>
    public string? SqlFrom { get; init; }

    /// <summary>Kind sql: the procedure that is called in the place of a statement.</summary>
    public Procedure? Procedure { get; init; }

    /// <summary>The variables of the run that it sets; null = none.</summary>
    public ValueSets? Sets { get; init; }

    /// <summary>Kind process: the program that is started.</summary>
    public ProcessOptions? Process { get; init; }

    /// <summary>Kinds dataflow and script: the class that is run.</summary>
    public Plugin? Plugin { get; init; }

    /// <summary>
    /// Kinds sql, process, dataflow, mail, http and script: whether it may run again where nobody knows what an earlier
    /// attempt has done. Default: no; of a dataflow yes, as its rows are taken back by its load pattern.
    /// </summary>
    public bool Idempotent { get; init; }

    /// <summary>Whether it runs at all, as `enabled` says with today's variables.</summary>
    public bool Enabled { get; init; } = true;

    /// <summary>The expression of `enabled` as written; null where it is true or false.</summary>
    public string? EnabledWhen { get; init; }

    /// <summary>How it is loaded.</summary>
    public LoadOptions Load { get; init; } = new();

    /// <summary>What happens to rows that the guard refuses.</summary>
    public ErrorOptions Errors { get; init; } = new();

    /// <summary>The policies of the object; columns may differ.</summary>
    public Policies Policies { get; init; } = new();

    /// <summary>What happens after a failed attempt.</summary>
    public Setting<RetryPolicy> Retry { get; init; } = Setting<RetryPolicy>.Default(RetryPolicy.None);

    /// <summary>Longest time of one attempt; null = no limit.</summary>
    public Setting<TimeSpan?> PackageTimeout { get; init; } = Setting<TimeSpan?>.Default(null);

    /// <summary>What is expected of each attempt.</summary>
    public Expectations Expect { get; init; } = new();

    /// <summary>Its columns in order; empty = all of the source, by name.</summary>
    public IReadOnlyList<ColumnDefinition> Columns { get; init; } = [];

    /// <summary>Where they are asked of the target, whose table the catalog does not have; null = they are known.
    /// </summary>
    public Origin? ColumnsSought { get; init; }

    /// <summary>Up to where it has been loaded; null = each load reads everything.</summary>
    public Watermark? Watermark { get; init; }

    /// <summary>What becomes of types of the source in columns whose type nobody wrote.</summary>
    public IReadOnlyList<TypeMapping> TypeMappings { get; init; } = [];

    /// <summary>What runs before it and behind it, in each of its attempts.</summary>
    public IReadOnlyList<Hook> Hooks { get; init; } = [];

    /// <summary>
    /// The connections that it uses beside source and target, as what stands under the key of its kind says; those of a
    /// class that is no load, too.
    /// </summary>
    public IEnumerable<string> OtherConnections => Own is not null ? Own.Reads.Union(Own.Writes)
        : Plugin is not null && !IsLoad ? Plugin.Reads.Union(Plugin.Writes) : [];

    /// <summary>The program that it starts, as its work or as its source; null = none.</summary>
    public Command? Starts => Process?.Command ?? Source?.Command;

    /// <summary>Whether it moves rows into its target table or file, counted and guarded.</summary>
    public bool IsLoad => KindTable.Of(Kind).IsLoad;

    /// <summary>Whether it writes to its target, as far as is known: a check reads it, and a program goes its own ways.
    /// </summary>
    public bool WritesTarget => KindTable.Of(Kind).Target == TargetUse.Written;

    /// <summary>
    /// Whether columns of the target that it does not name are left as they are, as far as the metadata say: of a table
    /// that the engine does not make, where nobody says something else. A buffer is drained by the columns that are
    /// named.
    /// </summary>
    public bool KeepsOtherColumns => Absorb is not null || Load.OtherColumns.Value switch
    {
        OtherColumns.Keep => true,
        OtherColumns.Fail => false,
        _ => !Target.Create && MayKeepOtherColumns,
    };

    /// <summary>
    /// Whether they are where it can be seen that somebody else has made the table. Who takes all columns of the source
    /// would not hear of one that the source has lost.
    /// </summary>
    public bool MayKeepOtherColumns => Load.OtherColumns.Value is null && Load.Drift.Value != Drift.Fail
        && Columns.Count > 0;

    /// <summary>
    /// Whether its columns take no NULL where the table takes none, though the metadata would let them, and are padded
    /// where the table pads them: of a table that the engine does not make, unless somebody wants to hear of each
    /// difference. A buffer is the engine's own.
    /// </summary>
    public bool TakesNullAsThere => !Target.Create && Absorb is null && Load.Drift.Value != Drift.Fail;

    /// <summary>The columns that the engine fills.</summary>
    public IReadOnlyList<SystemColumn> SystemColumns { get; init; } = [];

    /// <summary>The facts that it declares as parameters; null = none.</summary>
    public FactReads? DeclaredFacts { get; init; }

    /// <summary>All facts that its SQL and its texts read, without those of its hooks.</summary>
    public IReadOnlyList<FactRead> Facts { get; init; } = [];

    /// <summary>Where it was declared.</summary>
    public Origin At { get; init; }

    /// <summary>What was written of it; null = nobody wrote anything.</summary>
    internal YamlMap? Written { get; init; }

    // Without a value only what is of that kind is taken away.
    private KindOptions? Instead<TModel>(TModel? value)
        where TModel : KindOptions => value ?? (Own is TModel ? null : Own);
}

/// <summary>An SQL text and where it stands: in the YAML, or in a script below the solution.</summary>
/// <param name="Text">The statement(s).</param>
/// <param name="Script">Path below the solution; null where the text stands in the YAML.</param>
/// <param name="At">Where it begins.</param>
public sealed record SqlText(string Text, string? Script, Origin At);

/// <summary>What an object reads: exactly one of table (schema, name), file, query or procedure.</summary>
public sealed record ObjectSource
{
    /// <summary>Connection it is read from.</summary>
    public required string Connection { get; init; }

    /// <summary>Schema of the table; null = none.</summary>
    public string? Schema { get; init; }

    /// <summary>Name of the table.</summary>
    public string? Name { get; init; }

    /// <summary>Whether the run alone knows which table it is.</summary>
    public bool IsNamedByRun => NameTexts.AreIn(Schema) || NameTexts.AreIn(Name);

    /// <summary>Condition in SQL of the source; only with a table.</summary>
    public string? Where { get; init; }

    /// <summary>File name or pattern with `*` and `?` below the connection's folder.</summary>
    public string? File { get; init; }

    /// <summary>Whether upper and lower case are one in the names of the file and of the member.</summary>
    public bool IgnoreCase { get; init; }

    /// <summary>A program and its arguments, whose output is read as a file; null = none is started.</summary>
    public Command? Command { get; init; }

    /// <summary>The file as written, where it holds variables; else null.</summary>
    public string? FileAsWritten { get; init; }

    /// <summary>Name of the file format.</summary>
    public string Format { get; init; } = "csv";

    /// <summary>Name or pattern of the members that are read of each file, a zip file; null = they are none.</summary>
    public string? Member { get; init; }

    /// <summary>The member as written, where it holds variables; else null.</summary>
    public string? MemberAsWritten { get; init; }

    /// <summary>A query in SQL of the source.</summary>
    public SqlText? Query { get; init; }

    /// <summary>A procedure or function of the source that returns rows.</summary>
    public Procedure? Procedure { get; init; }

    /// <summary>
    /// The object that writes the table, for {project}, {container} and {object} in the connection's file; null where
    /// no object of the solution does.
    /// </summary>
    public TableWriter? WrittenBy { get; init; }
}

/// <summary>The object of the solution that writes a table.</summary>
public sealed record TableWriter(string Project, string Container, string Object);

/// <summary>What an object writes.</summary>
/// <param name="Connection">Connection it is written to.</param>
/// <param name="Schema">Schema; null = none (SQLite has none: crm_Customer).</param>
/// <param name="Name">Name after the object name pattern.</param>
/// <param name="Create">Whether a missing table is created (ifMissing) or an error (never).</param>
public sealed record ObjectTarget(string Connection, string? Schema, string Name, bool Create = true)
{
    /// <summary>
    /// Name of the file format where it is a file, whose path below the folder is the name; null where it is a table.
    /// </summary>
    public string? Format { get; init; }
}

/// <summary>One column on its way.</summary>
public sealed record ColumnDefinition
{
    /// <summary>Name in the source.</summary>
    public required string Name { get; init; }

    /// <summary>Its type in the target; null = as in the source (nvarchar(max) from a file).</summary>
    public SqlType? DataType { get; init; }

    /// <summary>Place in the key, from 1; 0 = not in it.</summary>
    public int Key { get; init; }

    /// <summary>Whether the target takes NULL; key columns never do.</summary>
    public bool Nullable { get; init; } = true;

    /// <summary>SQL of the source in which @@this is the column; null = the column itself.</summary>
    public string? SourceExpression { get; init; }

    /// <summary>
    /// SQL of the target over the staged row, in which @@this is the staged value; null = the value itself.
    /// </summary>
    public string? TargetExpression { get; init; }

    /// <summary>A constant as written, so that the column is not read from the source; null = it is read.</summary>
    public string? Value { get; init; }

    /// <summary>The constant's value; null where there is none, or a variable in it has no value yet.</summary>
    public TypedValue? Constant { get; init; }

    /// <summary>Name in the target.</summary>
    public required string Target { get; init; }

    /// <summary>Kind scd: what a changed value does.</summary>
    public ColumnChange Change { get; init; }

    /// <summary>Type 3: the column of the target that takes the value before; null = none.</summary>
    public string? Previous { get; init; }

    /// <summary>Type 6: the column of the target that holds the newest value in all versions; null = none.</summary>
    public string? Current { get; init; }

    /// <summary>The policies for its values.</summary>
    public Policies Policies { get; init; } = new();

    /// <summary>Whether its values show only as length and keyed hash outside the error table.</summary>
    public bool Sensitive { get; init; }

    /// <summary>The pattern of its dates and times in the file; null = as the format says.</summary>
    public string? DateFormat { get; init; }

    /// <summary>The words that stand for NULL in the file; empty = those of the format.</summary>
    public IReadOnlyList<string> Nulls { get; init; } = [];

    /// <summary>Where it was declared.</summary>
    public Origin At { get; init; }
}

/// <summary>A column that the engine fills, by its role: RowAuditId, RowRecordSource, RowHash; of scd some more.
/// </summary>
public sealed record SystemColumn(string Role, string Column, SqlType DataType, Origin At);
