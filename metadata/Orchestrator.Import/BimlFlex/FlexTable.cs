namespace Orchestrator.Import.BimlFlex;

/// <summary>A table of BimlFlex that is read, and its columns.</summary>
/// <param name="Name">Its name: Objects.</param>
/// <param name="Understood">Its columns that are read, as <see cref="FlexRow.Key"/> makes them.</param>
/// <param name="Passed">Its columns that say nothing of rows; `*` at the end stands for whatever follows.</param>
internal sealed record FlexTable(string Name, IReadOnlyList<string> Understood, IReadOnlyList<string> Passed)
{
    private const char Rest = '*';

    // How things are described, drawn, deployed and signed in to; who changed them and when.
    private static readonly string[] PassedEverywhere =
    [
        "uid", "id", "name", "customer", "customername", "version", "versionname", "created*", "modified*",
        "updated*", "rowlast*", "description*", "comments", "friendlyname", "displayfolder", "business*",
        "element", "linkedservice*", "cluster*", "databricks*", "deleted", "excludefrommodel",
    ];

    /// <summary>The tables that are read.</summary>
    public static IReadOnlyList<FlexTable> All { get; } =
    [
        new("Connections",
            [
                "connection", "connectionname", "connectionstring", "catalog", "datasource", "recordsource",
                "integrationstage", "connectiontype", "systemtype", "threads", "filepath", "filepattern",
                "persisthistory", "provider", "username",
            ],
            [
                "authenticationmethod", "authenticationtype", "password", "cloudenabled", "oledbconnection*",
                "adonetconnection*", "keyvault*", "tenant", "storageaccount*", "sas*", "ssh*", "servername",
                "databasename", "externallocation", "apiversion", "consumer*", "accesstoken*", "security*",
                "private*", "passphrase*", "existing*", "worker*", "workspace*", "endpointsuffix", "host", "port",
                "enable*", "organizationname", "service*", "salesforce*", "connectvia*", "encrypted*",
                "usetemporaltables",
            ]),
        new("Batches",
            [
                "batch", "batchname", "threads", "concurrency", "precedenceconstraint", "retrycount", "retryinterval",
                "triggertype", "recurrenceevery", "startdate",
            ],
            [
                "useorchestration", "usessisexpress", "containers", "elapsedtime", "trigger*", "enddate",
                "timezone", "recurrence*", "delay", "maxconcurrency", "runtimestate",
            ]),
        new("Projects",
            [
                "project", "projectname", "batch", "batchname", "sourceconnection", "stageconnection",
                "persistentstageconnection", "targetconnection", "landingconnection", "parentproject",
            ],
            [
                "sourceconnection*", "stageconnection*", "persistentstageconnection*", "targetconnection*",
                "landingconnection*", "persistentlandingconnection*", "targetstageconnection*",
                "polybaseconnection*", "computeconnection*", "integrationtemplate*", "pushdown*", "batch*",
            ]),
        new("Objects",
            [
                "object", "objectname", "project", "projectname", "connection", "connectionname", "schema",
                "objecttype", "overridesql", "fromsql", "joinsql", "wheresql", "selectbysql", "groupbysql",
                "orderbysql", "objectalias", "ownthread", "threads", "dependsonobject", "inheritfromobject",
                "sourcefilepattern", "columnnamesinfirstrow", "flatfiletype", "datarowstoskip", "textqualifier",
                "columndelimiter", "codepage", "unicode", "excludebuild", "createsql", "sourcecreatesql",
                "sourcefilepath", "sourcefilefilter", "rowdelimiter", "lastcolumndelimiter",
            ],
            [
                "notpersistent", "sequential", "sameasinherited", "useinheritedname", "landing*", "persistent*",
                "partitionedbyclause", "locationclause", "tableproperties", "optionclause", "compression*",
                "accelerator*", "dependsonobject*", "inheritfromobject*", "excludebuild",
            ]),
        new("Columns",
            [
                "column", "columnname", "object", "objectname", "schema", "connection", "connectionname", "datatype",
                "length", "precision", "scale", "ordinal", "primarykey", "integrationkey", "sourcekey", "nullable",
                "sqlsourceexpression", "sqltargetexpression", "dataflowexpression", "derived", "columnalias",
                "changetype", "defaultvalue", "targetcolumn", "datatypemapping",
            ],
            [
                "identity", "notpersistent", "nothashed", "dataflowdatatype", "solveorder", "referencecolumn*",
                "targetcolumn*", "datatypemapping*", "project", "projectname", "objecttype",
            ]),
        new("DataTypeMappings",
            [
                "datatypemapping", "datatype", "length", "precision", "scale", "mappedtodatatype", "mappedtolength",
                "mappedtoprecision", "mappedtoscale", "systemtype", "connection",
            ],
            [
                "datatypemappingname", "ordinal", "default*", "columnalias", "convertsourcetype", "master",
                "connectionname", "mappedto*",
            ]),
        new("Parameters",
            [
                "parameter", "parametername", "object", "objectname", "column", "columnname", "connection", "operator",
                "parameteroperator", "default", "parameterdefault", "datatype", "parametersql", "toname",
                "parametertoname", "tooperator", "parametertooperator", "executesqlonsource", "columnexpression",
                "sqlexpression", "fromsql", "wheresql", "projectparameter", "parameteroverride", "notpersisted",
                "parametertoexpression",
            ],
            ["ordinal", "parameterdatatype", "project", "projectname", "schema"]),
        new("Configurations",
            [
                "configuration", "configurationkey", "configurationvalue", "configurationdefault",
            ],
            [
                "configurationdatatype", "datatype", "length", "precision", "scale", "configurationgroup",
                "configurationorder", "sql*", "pushdown*", "ssis*", "adf*", "nullable",
                "internal", "landing*", "staging*", "persistent*", "hub*", "satellite*", "link*", "dim*", "fact*",
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
        return Understood.Contains(key) || column.EndsWith("UID", StringComparison.OrdinalIgnoreCase)
            || column.EndsWith("Id", StringComparison.Ordinal) || column.EndsWith("ID", StringComparison.Ordinal)
            || PassedEverywhere.Concat(Passed).Any(passed => IsPassed(key, passed));
    }

    private static bool IsPassed(string key, string passed) => passed[^1] == Rest
        ? key.StartsWith(passed[..^1], StringComparison.Ordinal)
        : key == passed;

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
