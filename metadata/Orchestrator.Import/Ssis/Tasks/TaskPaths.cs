using Orchestrator.Import.Ssis.Drafts;
using Orchestrator.Import.Ssis.Values;
using Orchestrator.Ssis.Expressions;
using Orchestrator.Ssis.Expressions.Syntax;
using Orchestrator.Ssis.Model;
using Orchestrator.Ssis.Reading;

namespace Orchestrator.Import.Ssis.Tasks;

/// <summary>Paths of files that tasks work with, as a folder and what lies in it.</summary>
internal sealed class TaskPaths(TaskContext context, SsisExecutable task, Readings read)
{
    private const string Whole = "ConnectionString";
    private const string What = "the path";

    private readonly Dictionary<TaskPath, string> _texts = [];

    /// <summary>The connection of the folder, and the name of what lies in it.</summary>
    /// <exception cref="OpenException">Only the run knows the folder.</exception>
    public (ConnectionDraft Folder, string Name) File(TaskPath path)
    {
        var named = path.Source == TextSource.Variable ? path.Value
            : path.Source == TextSource.File ? Lone(path.Value) : null;
        if (named is not null && context.Values.Find(task.Path, named) is { } value
            && context.TurnOf(value, task.Path) is { Folder: { } folder } turn)
        {
            return (folder, $"${{var:{turn.Name}}}");
        }

        var place = FilePlace.Of(Text(path));
        Refuse(place, path);
        return (Folder(place.Folder), place.Name);
    }

    /// <summary>Whether a path is surely that of a file and of no folder.</summary>
    public bool IsFile(string text) =>
        FilePlace.Of(text).Parts.Last.Contains('.', StringComparison.Ordinal) || context.EndsWithFile(text);

    /// <summary>The connection of a folder.</summary>
    /// <exception cref="OpenException">Only the run knows it, or one of its parts.</exception>
    public ConnectionDraft Folder(TaskPath path) =>
        FolderAndBelow(path) is var (folder, below) && below.Length == 0 ? folder : throw Late(path);

    /// <summary>The connection of a folder, and the folders below it whose names only the run knows.</summary>
    /// <exception cref="OpenException">Only the run knows it.</exception>
    public (ConnectionDraft Folder, string Below) FolderAndBelow(TaskPath path)
    {
        var place = FilePlace.OfFolder(Text(path));
        Refuse(place, path);
        return (Folder(place.Folder), place.Name);
    }

    /// <summary>The path as text, with `${var:…}` for what only the run knows.</summary>
    /// <exception cref="OpenException">It has no equal.</exception>
    public string Text(TaskPath path)
    {
        // What has to be reckoned for it is reckoned once.
        if (!_texts.TryGetValue(path, out var text))
        {
            _texts[path] = text = path.Source switch
            {
                TextSource.Variable => Fixed(path.Value) ?? read.TextOf(path.Value, takesGiven: true),
                TextSource.File => OfConnection(path.Value),
                _ => path.Value,
            };
        }

        return text.Trim().Length > 0 ? text
            : throw new OpenException(SsisOpenCodes.Files, "the path is empty", path.Value, SsisOpenCodes.Minutes);
    }

    /// <summary>The path that a connection to a file leads to.</summary>
    /// <exception cref="OpenException">It has no equal.</exception>
    public string OfConnection(string name)
    {
        var connection = context.Find(name) ?? throw new OpenException(
            SsisOpenCodes.Connection, $"there is no connection '{name}'", name, SsisOpenCodes.Minutes);
        return connection.Expressions.FirstOrDefault(IsPath) is not { } said
            ? ForeignPlaceholders.Refused(connection.Path, What)
            : PathOf(connection, said, context.Values.Constant(task.Path, said.Expression) is { } constant
                ? ForeignPlaceholders.Refused(ImportedTypes.Text(constant) ?? "", What)
                : read.Text(said.Expression, $"{name}_path", takesGiven: true));
    }

    /// <summary>The path in what an expression says: of a workbook the whole string of its provider.</summary>
    public static string PathOf(SsisConnection connection, PropertyExpression said, string text) =>
        connection.Kind == ConnectionManagerKind.Excel && said.Property == Whole
        && text.Contains('=', StringComparison.Ordinal) ? ConnectionReader.With(connection, text).Path : text;

    /// <summary>Whether an expression says where a connection to a file leads.</summary>
    public static bool IsPath(PropertyExpression each) => each.Property is Whole or "ExcelFilePath";

    // The variable that an expression of a connection is, where it is nothing else.
    private string? Lone(string connection) => context.Find(connection)?.Expressions
        .FirstOrDefault(IsPath)?.Expression is { } expression
            && SsisExpression.Parse(expression) is { IsWhole: true, Result.Root: SsisVariableNode variable }
                ? variable.Space is { } space ? $"{space}::{variable.Name}" : variable.Name
                : null;

    // A folder that somebody gives is that of design time: an environment says another one.
    private string? Fixed(string name) =>
        context.Values.Find(task.Path, name) is { } value && context.Values.Constant(task.Path, value) is { } constant
        && ImportedTypes.Text(constant) is { } text ? ForeignPlaceholders.Refused(text, What) : null;

    private ConnectionDraft Folder(string folder) =>
        context.Connections.Folder(folder, context.Package.File);

    private static void Refuse(FilePlace place, TaskPath path)
    {
        if (place.IsOpen)
        {
            throw Late(path);
        }
    }

    private static OpenException Late(TaskPath path) => new(SsisOpenCodes.Files,
        "only the run knows the folder: a connection to a folder is known before it", path.Value, SsisOpenCodes.Hour);
}
