namespace Orchestrator.Ssis.Model;

/// <summary>What a component of a data flow is, whatever a format calls its class.</summary>
public enum ComponentKind
{
    Other, OleDbSource, OleDbDestination, AdoNetSource, AdoNetDestination, OdbcSource, OdbcDestination, FlatFileSource,
    FlatFileDestination, ExcelSource, ExcelDestination, RawFileSource, RawFileDestination, XmlSource,
    RecordsetDestination, DataReaderDestination, BulkDestination, SqlCompactDestination, ODataSource, SharePointSource,
    SharePointDestination, HdfsSource, HdfsDestination, AzureSource, AzureDestination, OracleSource, OracleDestination,
    TeradataSource, TeradataDestination, SapSource, DerivedColumn, DataConversion, ConditionalSplit, Lookup,
    CacheTransform, MergeJoin, Merge, UnionAll, Multicast, Sort, Aggregate, RowCount, RowSampling, PercentageSampling,
    OleDbCommand, SlowlyChangingDimension, Pivot, Unpivot, Script, CharacterMap, CopyColumn, Audit, ImportColumn,
    ExportColumn, FuzzyLookup, FuzzyGrouping, TermExtraction, TermLookup, CdcSource, CdcSplitter, DataQuality,
    DataMiningQuery, DataMiningTraining, DimensionProcessing, PartitionProcessing, BalancedDistributor, DataStreaming,
}

/// <summary>A data flow.</summary>
public sealed record DataFlowTask
{
    /// <summary>Its components, in the file's order.</summary>
    public IReadOnlyList<FlowComponent> Components { get; init; } = [];

    public IReadOnlyList<FlowPath> Paths { get; init; } = [];

    /// <summary>The component of that path; null where there is none.</summary>
    public FlowComponent? Find(string path) => Components.FirstOrDefault(each => each.Path == path);
}

/// <summary>An arrow between two components.</summary>
/// <param name="From">The path of the component that gives rows.</param>
/// <param name="Output">The output's name.</param>
/// <param name="To">The path of the component that takes them.</param>
/// <param name="Input">The input's name.</param>
/// <param name="Name">The arrow's own name.</param>
public sealed record FlowPath(string From, string Output, string To, string Input, string Name);

/// <summary>A component of a data flow. Exactly one stands here for each `component` of the file.</summary>
public sealed record FlowComponent
{
    /// <summary>`Package\Data Flow\Component`; unique in its package.</summary>
    public required string Path { get; init; }

    public required string Name { get; init; }

    /// <summary>How the file names it: a number, or a path of its own.</summary>
    public string Id { get; init; } = "";

    /// <summary>Where it begins in its file.</summary>
    public int Line { get; init; }

    public ComponentKind Kind { get; init; }

    /// <summary>The class as written.</summary>
    public string ClassId { get; init; } = "";

    public string Description { get; init; } = "";

    /// <summary>Who made it, as it says; empty where it does not.</summary>
    public string Contact { get; init; } = "";

    /// <summary>Its properties as written, in the file's order; without secrets.</summary>
    public IReadOnlyList<SsisProperty> Properties { get; init; } = [];

    /// <summary>The connections that it uses, in the file's order.</summary>
    public IReadOnlyList<ComponentConnection> Connections { get; init; } = [];

    public IReadOnlyList<FlowInput> Inputs { get; init; } = [];

    public IReadOnlyList<FlowOutput> Outputs { get; init; } = [];

    /// <summary>The code of a Script Component; null otherwise.</summary>
    public ScriptCode? Script { get; init; }

    /// <summary>The component's XML, where it is of a kind that is not known, without secrets; else null.</summary>
    public string? RawText { get; init; }

    /// <summary>The text of a property; null where there is none of the name.</summary>
    public string? Property(string name) => Properties.FirstOrDefault(each => each.Name == name)?.Value;
}

/// <summary>A connection in the hands of a component.</summary>
/// <param name="Role">As the component calls it: `OleDbConnection`.</param>
/// <param name="Connection">The connection's name; as written where there is none.</param>
/// <param name="IsFound">Whether there is one.</param>
public sealed record ComponentConnection(string Role, string Connection, bool IsFound);

/// <summary>What is done with a row that cannot be processed.</summary>
public enum RowDisposition { NotUsed, IgnoreFailure, FailComponent, RedirectRow }

/// <summary>An input of a component.</summary>
public sealed record FlowInput
{
    public required string Name { get; init; }

    public string Id { get; init; } = "";

    public bool HasSideEffects { get; init; }

    public RowDisposition OnError { get; init; }

    public RowDisposition OnTruncation { get; init; }

    public IReadOnlyList<SsisProperty> Properties { get; init; } = [];

    public IReadOnlyList<InputColumn> Columns { get; init; } = [];

    /// <summary>The columns of the table or file behind it.</summary>
    public IReadOnlyList<ExternalColumn> ExternalColumns { get; init; } = [];
}

/// <summary>An output of a component.</summary>
public sealed record FlowOutput
{
    public required string Name { get; init; }

    public string Id { get; init; } = "";

    public bool IsError { get; init; }

    /// <summary>The name of the input whose rows it passes on; empty where it makes rows of its own.</summary>
    public string SynchronousInput { get; init; } = "";

    public int ExclusionGroup { get; init; }

    public bool IsSorted { get; init; }

    public RowDisposition OnError { get; init; }

    public RowDisposition OnTruncation { get; init; }

    /// <summary>As `EvaluationOrder` and `FriendlyExpression` of a split.</summary>
    public IReadOnlyList<SsisProperty> Properties { get; init; } = [];

    public IReadOnlyList<OutputColumn> Columns { get; init; } = [];

    public IReadOnlyList<ExternalColumn> ExternalColumns { get; init; } = [];
}

/// <summary>Where a column of a flow begins.</summary>
/// <param name="Component">The path of the component that made it.</param>
/// <param name="Output">The output's name.</param>
/// <param name="Column">The column's name there.</param>
public sealed record ColumnOrigin(string Component, string Output, string Column);

/// <summary>A column that a component takes.</summary>
public sealed record InputColumn
{
    public required string Name { get; init; }

    public string Id { get; init; } = "";

    /// <summary>How the file names the column that it is, as expressions do (`#12`, `#{Package\…}`).</summary>
    public string LineageId { get; init; } = "";

    /// <summary>The column that it is; null where the file names one that there is not.</summary>
    public ColumnOrigin? Origin { get; init; }

    public FlowType Type { get; init; } = FlowType.Unknown;

    /// <summary>Whether the component changes it in its place.</summary>
    public bool IsChanged { get; init; }

    /// <summary>The name of the external column that it goes to; empty where it goes to none.</summary>
    public string ExternalColumn { get; init; } = "";

    /// <summary>Its place in the order of the input's rows: 0 none, 1 first, -1 first and falling.</summary>
    public int SortKey { get; init; }

    /// <summary>How its texts were compared for that order, where not by their characters; else null.</summary>
    public int? ComparisonFlags { get; init; }

    public RowDisposition OnError { get; init; }

    public RowDisposition OnTruncation { get; init; }

    public IReadOnlyList<SsisProperty> Properties { get; init; } = [];
}

/// <summary>A column that a component gives.</summary>
public sealed record OutputColumn
{
    public required string Name { get; init; }

    public string Id { get; init; } = "";

    public string LineageId { get; init; } = "";

    public FlowType Type { get; init; } = FlowType.Unknown;

    /// <summary>The name of the external column that it comes from; empty where it comes from none.</summary>
    public string ExternalColumn { get; init; } = "";

    /// <summary>The column of an input that a property says it is made of (as `SourceInputColumnLineageID` or
    /// `SortColumnId`); null where none says so.</summary>
    public ColumnOrigin? Source { get; init; }

    public int SortKey { get; init; }

    public RowDisposition OnError { get; init; }

    public RowDisposition OnTruncation { get; init; }

    public IReadOnlyList<SsisProperty> Properties { get; init; } = [];
}

/// <summary>A column of the table or file behind a component.</summary>
public sealed record ExternalColumn
{
    public required string Name { get; init; }

    public string Id { get; init; } = "";

    public FlowType Type { get; init; } = FlowType.Unknown;
}

/// <summary>A type of a flow's column.</summary>
/// <param name="Name">`DT_WSTR` and so on; empty where it is not known.</param>
/// <param name="Length">Of texts in characters, of bytes in bytes; 0 otherwise.</param>
/// <param name="Precision">Of `DT_NUMERIC`.</param>
/// <param name="Scale">Of `DT_NUMERIC`, `DT_DECIMAL` and times.</param>
/// <param name="CodePage">Of `DT_STR` and `DT_TEXT`.</param>
public sealed record FlowType(string Name, int Length, int Precision, int Scale, int CodePage)
{
    public static FlowType Unknown { get; } = new("", 0, 0, 0, 0);
}
