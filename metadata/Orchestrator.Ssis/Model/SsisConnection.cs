namespace Orchestrator.Ssis.Model;

/// <summary>What kind of place a connection manager leads to.</summary>
public enum ConnectionManagerKind
{
    Other, OleDb, AdoNet, Odbc, FlatFile, MultipleFlatFiles, File, MultipleFiles, Excel, Cache, Smtp, Ftp, Http, Smo,
    AnalysisServices, Wmi, Msmq, Hadoop, AzureStorage, SqlMobile, OracleClient,
}

/// <summary>A connection manager of a package or of a project.</summary>
public sealed record SsisConnection
{
    public required string Name { get; init; }

    /// <summary>Its GUID with braces, upper case.</summary>
    public string Id { get; init; } = "";

    public ConnectionManagerKind Kind { get; init; }

    /// <summary>The kind as written: `OLEDB`, `ADO.NET:System.Data.SqlClient.SqlConnection, …`.</summary>
    public string CreationName { get; init; } = "";

    public string Description { get; init; } = "";

    /// <summary>Whether it is one of the project's.</summary>
    public bool IsOfProject { get; init; }

    /// <summary>The .conmgr or the package that declares it.</summary>
    public string File { get; init; } = "";

    /// <summary>The whole string with <see cref="Secret.Marker"/> for each secret in it.</summary>
    public string ConnectionString { get; init; } = "";

    /// <summary>The parts of the string in its order, by their written keys.</summary>
    public IReadOnlyList<SsisProperty> Parts { get; init; } = [];

    /// <summary>The server as written, with instance and port; empty where there is none.</summary>
    public string Server { get; init; } = "";

    public string Database { get; init; } = "";

    /// <summary>The file or folder that it leads to; empty where it is a server.</summary>
    public string Path { get; init; } = "";

    /// <summary>The OLE DB provider, the ADO.NET connection type or the ODBC driver (or `DSN=name`).</summary>
    public string Provider { get; init; } = "";

    public string User { get; init; } = "";

    /// <summary>Whether the account that runs the package logs in.</summary>
    public bool IsIntegrated { get; init; }

    /// <summary>Whether a password or another secret belongs to it.</summary>
    public bool HasSecret { get; init; }

    /// <summary>Whether all tasks share one session: temporary tables and transactions may depend on it.</summary>
    public bool RetainsSession { get; init; }

    public IReadOnlyList<PropertyExpression> Expressions { get; init; } = [];

    /// <summary>All other properties as written, without secrets, ordered by name.</summary>
    public IReadOnlyList<SsisProperty> Properties { get; init; } = [];

    /// <summary>The form of the file; null where it is no flat file.</summary>
    public FlatFileForm? FlatFile { get; init; }
}

/// <summary>How rows stand in a flat file.</summary>
public sealed record FlatFileForm
{
    /// <summary>`Delimited`, `FixedWidth`, `RaggedRight` or `Mixed`.</summary>
    public string Format { get; init; } = "";

    public int CodePage { get; init; }

    public bool IsUnicode { get; init; }

    public int LocaleId { get; init; }

    public bool HasHeader { get; init; }

    /// <summary>Lines before the header (or before the rows, where there is none).</summary>
    public int HeaderRowsToSkip { get; init; }

    /// <summary>Rows of data that are left out.</summary>
    public int DataRowsToSkip { get; init; }

    /// <summary>With its control characters, not as `_x000D_`.</summary>
    public string HeaderRowDelimiter { get; init; } = "";

    /// <summary>The end of a row; of a delimited file the last column's delimiter where none is written.</summary>
    public string RowDelimiter { get; init; } = "";

    /// <summary>Empty where there is none (`&lt;none&gt;`).</summary>
    public string TextQualifier { get; init; } = "";

    public IReadOnlyList<FlatFileColumn> Columns { get; init; } = [];
}

/// <summary>One column of a flat file.</summary>
public sealed record FlatFileColumn
{
    public required string Name { get; init; }

    /// <summary>`Delimited`, `FixedWidth` or `RaggedRight`.</summary>
    public string Format { get; init; } = "";

    /// <summary>With its control characters; empty where the width ends it.</summary>
    public string Delimiter { get; init; } = "";

    /// <summary>The width in the file; 0 where a delimiter ends it.</summary>
    public int Width { get; init; }

    /// <summary>The longest text that it may have; 0 where it is no text.</summary>
    public int MaximumWidth { get; init; }

    /// <summary>The type with its length, as in flows.</summary>
    public FlowType Type { get; init; } = FlowType.Unknown;

    public bool IsTextQualified { get; init; }
}
