namespace Orchestrator.Import.BimlFlex;

/// <summary>A table of BimlFlex that is read, and its columns.</summary>
/// <param name="Name">Its name: Objects.</param>
/// <param name="Understood">Its columns that are read, as <see cref="FlexRow.Key"/> makes them.</param>
/// <param name="Passed">Its columns that say nothing of rows, as patterns of their beginnings.</param>
internal sealed record FlexTable(string Name, IReadOnlyList<string> Understood, IReadOnlyList<string> Passed)
{
    // How things are described, drawn, deployed and signed in to; who changed them and when.
    private static readonly string[] PassedEverywhere =
    [
        "uid", "id", "customer", "version", "created", "modified", "updated", "rowlast", "description", "comments",
        "friendlyname", "displayfolder", "businessname", "businessshortname", "businesssubject", "businessattribute",
        "businessentity", "businessreference", "element", "linkedservice", "cluster", "databricks", "deleted",
        "excludefrommodel", "name",
    ];

    /// <summary>The tables that are read.</summary>
    public static IReadOnlyList<FlexTable> All { get; } =
    [
        new("Connections",
            [
                "connection", "connectionname", "connectionstring", "catalog", "datasource", "recordsource",
                "integrationstage", "connectiontype", "systemtype", "threads", "filepath", "filepattern",
                "persisthistory", "provider", "username", "usetemporaltables",
            ],
            [
                "connection", "authentication", "password", "cloudenabled", "oledb", "adonet", "keyvault", "tenant",
                "storageaccount", "sas", "ssh", "server", "database", "externallocation", "api", "consumer", "access",
                "security", "private", "passphrase", "existing", "worker", "workspace", "endpoint", "host", "port",
                "enable", "organization", "service", "salesforce",
            ]),
        new("Batches",
            [
                "batch", "batchname", "threads", "concurrency", "precedenceconstraint", "retrycount", "retryinterval",
                "triggertype", "recurrenceevery", "startdate",
            ],
            [
                "batch", "useorchestration", "usessisexpress", "containers", "elapsedtime", "trigger", "enddate",
                "timezone", "recurrence", "delay", "maxconcurrency", "runtimestate",
            ]),
        new("Projects",
            [
                "project", "projectname", "batch", "batchname", "sourceconnection", "stageconnection",
                "persistentstageconnection", "targetconnection", "landingconnection", "parentproject",
            ],
            [
                "project", "batch", "source", "stage", "persistent", "target", "landing", "polybase", "compute",
                "integrationtemplate", "pushdown",
            ]),
        new("Objects",
            [
                "object", "objectname", "project", "projectname", "connection", "connectionname", "schema",
                "objecttype", "overridesql", "fromsql", "joinsql", "wheresql", "selectbysql", "groupbysql",
                "orderbysql", "objectalias", "ownthread", "threads", "dependsonobject", "inheritfromobject",
                "sourcefilepattern",
                "columnnamesinfirstrow", "flatfiletype", "datarowstoskip", "textqualifier", "columndelimiter",
                "codepage", "unicode", "excludebuild", "createsql", "sourcecreatesql",
            ],
            [
                "object", "project", "connection", "notpersistent", "sequential", "sameasinherited",
                "useinheritedname", "sourcefile", "landing", "persistent", "partitioned", "location", "table", "option",
                "rowdelimiter", "lastcolumn", "compression", "encoding", "escape", "nullvalue", "accelerator",
                "dependson", "inheritfrom",
            ]),
        new("Columns",
            [
                "column", "columnname", "object", "objectname", "schema", "connection", "connectionname", "datatype",
                "length", "precision", "scale", "ordinal", "primarykey", "integrationkey", "sourcekey", "nullable",
                "sqlsourceexpression", "sqltargetexpression", "dataflowexpression", "derived", "columnalias",
                "changetype", "defaultvalue", "targetcolumn", "datatypemapping", "identity",
            ],
            [
                "column", "object", "connection", "project", "notpersistent", "nothashed", "dataflowdatatype",
                "solveorder", "referencecolumn", "targetcolumn", "datatypemapping", "businesskey", "objecttype",
            ]),
        new("DataTypeMappings",
            [
                "datatypemapping", "datatype", "length", "precision", "scale", "mappedtodatatype", "mappedtolength",
                "mappedtoprecision", "mappedtoscale", "systemtype", "connection",
            ],
            [
                "ordinal", "default", "sql", "ssis", "adf", "columnalias", "convertsourcetype", "master", "connection",
                "mappedto", "datatypemapping",
            ]),
        new("Parameters",
            [
                "parameter", "parametername", "object", "objectname", "column", "columnname", "connection", "operator",
                "parameteroperator", "default", "parameterdefault", "datatype", "parametersql", "toname",
                "parametertoname", "tooperator", "parametertooperator", "executesqlonsource", "columnexpression",
                "sqlexpression", "fromsql", "wheresql", "projectparameter", "parameteroverride",
            ],
            [
                "parameter", "object", "column", "connection", "project", "ordinal", "notpersisted", "parameterto",
                "parameterdatatype",
            ]),
        new("Configurations",
            [
                "configuration", "configurationkey", "configurationvalue", "configurationdatatype", "datatype",
                "length", "precision", "scale", "configurationdefault",
            ],
            [
                "configuration", "sql", "pushdown", "ssis", "adf", "nullable", "internal", "landing", "staging",
                "persistent", "hub", "satellite", "link", "dim", "fact",
            ]),
    ];

    /// <summary>Tables of the same database that say nothing of loads.</summary>
    public static IReadOnlyList<string> Others { get; } =
    [
        "customers", "versions", "settings", "attributes", "businessentities", "businessattributes", "models",
        "rollbacks", "users", "audit",
    ];

    /// <summary>The table that a file or a member of a document is called after: Objects, app.Objects, Object.
    /// </summary>
    public static FlexTable? Of(string name) => All.FirstOrDefault(table => IsCalled(name, table.Name));

    /// <summary>Whether a name is one of the others.</summary>
    public static bool IsOther(string name) => Others.Any(other => IsCalled(name, other));

    /// <summary>Whether a column is read, or says nothing of rows.</summary>
    public bool Knows(string column)
    {
        var key = FlexRow.Key(column);
        return Understood.Contains(key) || key.EndsWith("uid", StringComparison.Ordinal)
            || key.EndsWith("id", StringComparison.Ordinal)
            || PassedEverywhere.Concat(Passed).Any(begin => key.StartsWith(begin, StringComparison.Ordinal));
    }

    private static bool IsCalled(string name, string table)
    {
        var key = FlexRow.Key(name);
        var whole = table.ToLowerInvariant();
        var one = whole.EndsWith("ies", StringComparison.Ordinal) ? whole[..^3] + "y"
            : whole.EndsWith("ches", StringComparison.Ordinal) ? whole[..^2] : whole.TrimEnd('s');
        return key.EndsWith(whole, StringComparison.Ordinal) || key == one || key.EndsWith($"app{one}",
            StringComparison.Ordinal) || key.EndsWith($"bimlflex{one}", StringComparison.Ordinal);
    }
}
