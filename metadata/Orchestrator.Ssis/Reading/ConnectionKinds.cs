using Orchestrator.Ssis.Model;

namespace Orchestrator.Ssis.Reading;

/// <summary>What kind of place a connection manager leads to, by its name of creation.</summary>
internal static class ConnectionKinds
{
    private static readonly Dictionary<string, ConnectionManagerKind> ByName = new(StringComparer.OrdinalIgnoreCase)
    {
        ["OLEDB"] = ConnectionManagerKind.OleDb,
        ["ADO"] = ConnectionManagerKind.OleDb,
        ["ADO.NET"] = ConnectionManagerKind.AdoNet,
        ["ODBC"] = ConnectionManagerKind.Odbc,
        ["FLATFILE"] = ConnectionManagerKind.FlatFile,
        ["MULTIFLATFILE"] = ConnectionManagerKind.MultipleFlatFiles,
        ["FILE"] = ConnectionManagerKind.File,
        ["MULTIFILE"] = ConnectionManagerKind.MultipleFiles,
        ["EXCEL"] = ConnectionManagerKind.Excel,
        ["CACHE"] = ConnectionManagerKind.Cache,
        ["SMTP"] = ConnectionManagerKind.Smtp,
        ["FTP"] = ConnectionManagerKind.Ftp,
        ["HTTP"] = ConnectionManagerKind.Http,
        ["SMOServer"] = ConnectionManagerKind.Smo,
        ["WMI"] = ConnectionManagerKind.Wmi,
        ["MSMQ"] = ConnectionManagerKind.Msmq,
        ["Hadoop"] = ConnectionManagerKind.Hadoop,
        ["AzureStorage"] = ConnectionManagerKind.AzureStorage,
        ["SQLMOBILE"] = ConnectionManagerKind.SqlMobile,
        ["MSORA"] = ConnectionManagerKind.OracleClient,
        ["ORACLE"] = ConnectionManagerKind.OracleClient,
    };

    public static ConnectionManagerKind Of(string created)
    {
        var name = created.Split(':')[0].Trim();
        return ByName.TryGetValue(name, out var kind)
            ? kind
            : name.StartsWith("MSOLAP", StringComparison.OrdinalIgnoreCase)
                ? ConnectionManagerKind.AnalysisServices
                : ConnectionManagerKind.Other;
    }

    /// <summary>The kind that a string tells where nothing else does; null = none. A string without parts is a path, of
    /// which the form of the file is not known.</summary>
    public static (ConnectionManagerKind Kind, string Name)? Told(
        IReadOnlyList<SsisProperty> parts, bool isExcel)
    {
        var provider = ConnectionParts.Provider(parts);
        bool Has(string key) =>
            parts.Any(each => each.Name.Equals(key, StringComparison.OrdinalIgnoreCase) && each.Value.Length > 0);

        return isExcel ? (ConnectionManagerKind.Excel, "EXCEL")
            : provider.StartsWith("MSOLAP", StringComparison.OrdinalIgnoreCase)
                ? (ConnectionManagerKind.AnalysisServices, "MSOLAP100")
            : Has("provider") ? (ConnectionManagerKind.OleDb, "OLEDB")
            : Has("driver") || Has("dsn") ? (ConnectionManagerKind.Odbc, "ODBC")
            : Has("smtpserver") ? (ConnectionManagerKind.Smtp, "SMTP")
            : Has("sqlservername") ? (ConnectionManagerKind.Smo, "SMOServer")
            : Has("initial catalog") ? (ConnectionManagerKind.AdoNet, "ADO.NET")
            : null;
    }
}
