using Orchestrator.Import.Foreign;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Import.BimlFlex;

/// <summary>Makes connections of those of BimlFlex.</summary>
internal sealed class FlexConnections
{
    private const int RecordSourceMax = 10;

    private readonly Dictionary<FlexRow, FlexConnection> _byRow = [];
    private readonly FlexIndex _index = new();
    private readonly ForeignProblems _problems;

    public FlexConnections(FlexRows rows, ForeignProblems problems)
    {
        _problems = problems;
        var taken = new Dictionary<string, FlexRow>(StringComparer.OrdinalIgnoreCase);
        foreach (var row in rows.Of("Connections"))
        {
            var name = NameOf(row);
            var plain = ImportNames.Plain(name);
            if (name.Length == 0 || !taken.TryAdd(plain, row))
            {
                problems.Error(name.Length == 0 ? ForeignCodes.Unknown : ForeignCodes.Twice, row.At,
                    name.Length == 0 ? "the connection has no name"
                        : $"two connections would be called '{plain}'", "give it a name of its own");
                continue;
            }

            _byRow.Add(row, Made(row, plain));
            _index.Add(row, name, row.Text("connectionuid", "connectionid", "uid", "id"));
        }
    }

    /// <summary>The connection that a text names; null where none is.</summary>
    public FlexConnection? Find(string name) => _index.Find(name) is { } row ? _byRow[row] : null;

    /// <summary>The files of those that are imported.</summary>
    /// <param name="formatsOf">The lines under `formats` that the objects of a connection ask for.</param>
    public IEnumerable<ForeignFile> Files(Func<FlexConnection, IReadOnlyList<string>> formatsOf) =>
        _byRow.Values.Where(each => each.Platform is not null).Select(each =>
            new ConnectionFile(each.Name, each.Platform!)
            {
                Stage = each.Stage.Ours,
                Text = TextOf(each.Row),
                RecordSource = RecordSource(each.Row),
                Threads = each.Row.Number("threads") is { } threads and > 1 ? threads : null,
                Folder = each.Row.Text("filepath"),
                Formats = each.IsFolder ? formatsOf(each) : [],
            }.File());

    private static string NameOf(FlexRow row) => row.Text("connectionname", "name", "connection");

    private FlexConnection Made(FlexRow row, string name)
    {
        var stage = FlexStage.Of(row.Text("integrationstage"));
        var why = Refused(row, name, stage);
        return new FlexConnection(row, name, stage, why.Length > 0 ? null : PlatformOf(row), why);
    }

    // The code of what was said; empty = it is imported.
    private string Refused(FlexRow row, string name, FlexStage stage)
    {
        if (stage.IsVault)
        {
            _problems.Error(ForeignCodes.DataVault, row.At, $"the connection '{name}' holds a Data Vault",
                "loads into it are written by hand, as objects with a query of the stage");
            return ForeignCodes.DataVault;
        }

        if (stage.Code is FlexStage.Ledger or FlexStage.TargetStaging)
        {
            _problems.Warn(ForeignCodes.NoEqual, row.At, stage.Code == FlexStage.Ledger
                ? $"the connection '{name}' holds what BimlFlex records: the ledger does that here"
                : $"the connection '{name}' holds tables to load through: loads have their own here");
            return ForeignCodes.NoEqual;
        }

        if (PlatformOf(row) is not null)
        {
            return "";
        }

        var system = row.Text("systemtype", "provider", "connectiontype");
        _problems.Error(ForeignCodes.Store, row.At,
            $"the connection '{name}' leads to '{ForeignProblems.Shown(system)}', which is not read here",
            "have its rows delivered as files, or by a database that is read");
        return ForeignCodes.Store;
    }

    private static PlatformFacts? PlatformOf(FlexRow row) =>
        row.Text("systemtype") is { Length: > 0 } system ? PlatformTable.CalledElsewhere(system)
            : ServerText.PlatformOf(TextOf(row), row.Text("provider"));

    // Where no connection string is written, what it would say stands in columns of its own.
    private static string TextOf(FlexRow row) =>
        row.Text("connectionstring") is { Length: > 0 } text ? text
        : row.Text("datasource") is not { Length: > 0 } server || row.Text("catalog").Length == 0 ? ""
        : $"Data Source={server};Database={row.Text("catalog")};"
            + (row.Text("username") is { Length: > 0 } user ? $"User ID={user};" : "Integrated Security=SSPI;");

    private string RecordSource(FlexRow row)
    {
        var text = row.Text("recordsource");
        var why = text.Length > RecordSourceMax ? $"it has over {RecordSourceMax} characters"
            : text.Length > 0 ? MetadataNames.Refusal(text) : null;
        if (why is null)
        {
            return text;
        }

        _problems.Error(ForeignCodes.NoEqual, row.At,
            $"the record source '{ForeignProblems.Shown(text)}' is left out: {why}",
            "write a shorter `recordSource`: every row carries it");
        return "";
    }
}
