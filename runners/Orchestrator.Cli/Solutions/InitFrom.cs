using Orchestrator.Cli.Connections;
using Orchestrator.Cli.Grammar;
using Orchestrator.Import;
using Orchestrator.Import.Catalog;
using Orchestrator.Metadata.Loading;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages;
using Orchestrator.Runner.Text;

namespace Orchestrator.Cli.Solutions;

/// <summary>`init --from`: a solution that loads every table of a database into a SQLite stage.</summary>
internal static class InitFrom
{
    private const string Source = "Source";
    private const string Staging = "Staging";

    private static readonly string[] PasswordWords = ["password", "pwd", "psw", "token", "secret", "key"];

    private static string SolutionText(string name, Connection source) => $"""
        # yaml-language-server: $schema=orchestrator.schema.json
        formatVersion: 1
        solution: {name}
        connections:
          - connection: {Source}
            platform: {source.Platform}
            stage: SRC
            connectionString: {YamlText.Of(source.ConnectionString!)}
          - connection: {Staging}
            platform: {PlatformTable.Default}
            stage: STG
        batches:
          - batch: Nightly
            default: true
            projects: [{Source}]

        """;

    /// <summary>The solution's own files, and what an import makes of the database; null after its failure was
    /// said, exit 4.</summary>
    /// <param name="call">The call.</param>
    /// <param name="folder">Where the solution will be.</param>
    /// <param name="name">Its name.</param>
    /// <param name="reference">`${env:NAME}`, `${secret:NAME}`, or a connection string without a password.</param>
    /// <exception cref="UsageException">It is none of these.</exception>
    public static (IReadOnlyList<ImportFile> Files, ProjectImport Import, DatabaseContent Content)? Read(
        Call call, string folder, string name, string reference)
    {
        var source = new Connection
        {
            Name = Source,
            Platform = PlatformOf(call, reference),
            Stage = Stage.Src,
            ConnectionString = reference,
        };
        var target = new Connection { Name = Staging, Platform = PlatformTable.Default, Stage = Stage.Stg };
        var solution = new Solution
        {
            Name = name,
            Folder = folder,
            Connections = [source, target],
            Batches = [],
            Projects = [],
            Files = [],
        };
        if (CallCatalog.Read(call, solution, source, _ => true) is not { } content)
        {
            SayTwin(call, source.Facts);
            return null;
        }

        var import = new ProjectImport(Source, content, ConnectionAccess.PlatformOf(target)!, []);
        ImportFile[] files =
        [
            new("solution.yaml", SolutionText(name, source).ReplaceLineEndings("\n")), import.Project(Staging),
            .. import.Objects().Select(each => each.File),
            .. new CatalogFiles(content.Platform.Dialect, [], [Source])
                .Of([.. KnownTables.Of(Source, content, content.Wanted)]),
            new(Template.Ignore, Template.IgnoreText),
            new("orchestrator.schema.json", SchemaVerb.Text.ReplaceLineEndings("\n")),
        ];
        return (files, import, content);
    }

    /// <summary>What the keywords of the connection string tell.</summary>
    private static Platform PlatformOf(Call call, string reference)
    {
        IReadOnlyList<ConnectionPart> parts;
        try
        {
            parts = new PlaceholderResolver(call.Host.Secrets, call.Host.Variable).ResolveConnection(reference);
        }
        catch (InvalidOperationException refused)
        {
            throw new UsageException(refused.Message, "expected --from '${env:NAME}' with a connection string in NAME");
        }

        RefusePassword(reference);
        var words = parts.Select(part => part.Keyword.ToLowerInvariant()).ToHashSet();
        return PlatformTable.MeantBy(words)?.Platform
            ?? throw new UsageException("the connection string of --from names no database", $"expected {Examples()}");
    }

    // Clients that share keywords are told from each other by what only one of them knows.
    private static void SayTwin(Call call, PlatformFacts taken)
    {
        if (PlatformTable.All.FirstOrDefault(row => row.Signs.Count > 0 && row.Platform != taken.Platform
            && row.Keywords.Intersect(taken.Keywords).Any()) is { } twin)
        {
            call.Warn($"it was taken for a connection string of {taken.Name}; one of {twin.Name} is told by its "
                + $"{twin.Signs[0]}: {twin.Example}");
        }
    }

    // In the order of their words.
    private static string Examples()
    {
        string[] all = [.. PlatformTable.All.Where(row => row.Keywords.Count > 0)
            .OrderBy(row => row.Word, StringComparer.OrdinalIgnoreCase).Select(row => $"{row.Example} ({row.Name})")];
        return $"{string.Join(", ", all[..^1])} or {all[^1]}";
    }

    // What is written here goes into solution.yaml, and that into git; so does what stands behind a `:-`.
    private static void RefusePassword(string reference)
    {
        var written = PlaceholderText.IsWhole(reference) ? PlaceholderText.Written(reference) : reference;
        if (ConnectionText.TryParse(written, out var parts, out _)
            && parts.Any(part => PlaceholderText.Written(part.Value).Length > 0 && PasswordWords.Any(word =>
                part.Keyword.Contains(word, StringComparison.OrdinalIgnoreCase))))
        {
            throw new UsageException("a password stands in --from, which would be written into solution.yaml",
                "put the connection string into a variable and write --from '${env:NAME}'");
        }
    }
}
