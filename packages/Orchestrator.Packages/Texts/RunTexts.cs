using System.Text;
using System.Text.Json;
using Orchestrator.Core;
using Orchestrator.Metadata.Loading;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Http;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Texts;

/// <summary>
/// The object of an attempt with what the run has found out in the place of what stands for it: names of tables and
/// files, arguments, options and requests. Statements keep their names until they are cut, and a message is filled
/// where it is made. What a value holds is not looked at again.
/// </summary>
internal sealed class RunTexts : IRunTexts
{
    private readonly PackageContext _context;
    private readonly RunNames _names;
    private readonly RunFileNames _files;

    private RunTexts(PackageContext context)
    {
        _context = context;
        (_names, _files) = (new RunNames(context), new RunFileNames(context));
    }

    /// <summary>The object with its values.</summary>
    /// <exception cref="PackageRefusedException">A value cannot stand where it is meant to.</exception>
    public static ObjectDefinition Of(PackageContext context)
    {
        var (one, texts) = (context.Object, new RunTexts(context));
        texts.RefuseTarget();
        return one with
        {
            Source = one.Source is { } source ? texts.Filled(source) : null,
            Target = one.Target.Format is null ? one.Target
                : one.Target with { Name = texts.File(one.Target.Name, one.Target.Name)! },
            Sql = one.SqlFrom is { } variable ? RunStatement.Of(context, variable) : one.Sql,
            Process = one.Process is { } process ? texts.Filled(process) : null,
            Plugin = one.Plugin is { } plugin ? texts.Filled(plugin) : null,
            Watermark = one.Watermark is { ToSql: { } asked } watermark
                ? watermark with { ToSql = texts.Named(asked, one.Source?.Connection) } : one.Watermark,
            Own = one.Own?.FilledBy(texts),
        };
    }

    public string? File(string? written, string? known) => IsOpen(written) ? _files.Of(written!) : known;

    public SentText Sent(SentText text) => text with
    {
        Parts =
        [
            .. text.Parts.Select(part => part.Kind == SentPartKind.Open
                ? new SentTextPart(SentPartKind.Value, Fill(part.Text, value => value)) : part),
        ],
    };

    public SentText Address(SentText url)
    {
        RefuseServer(url);
        return Sent(url);
    }

    public SqlText Sql(SqlText sql) => Named(sql, _context.Object.Target.Connection);

    // How a turn of the run calls its table nobody has looked at before.
    private void RefuseTarget()
    {
        var (one, target) = (_context.Object, _context.Object.Target);
        if (one.Instance is not null && KindTable.Of(one.Kind).IsLoad
            && Platforms.Of(_context.Solution, target.Connection) is { Dialect: var dialect }
            && dialect.TableRefusal(dialect.Table(target.Schema, target.Name)) is { } why)
        {
            throw RunNames.Refused(_context, "The name of the target", why);
        }
    }

    private ObjectSource Filled(ObjectSource source)
    {
        var filled = source with
        {
            File = File(source.FileAsWritten ?? source.File, source.File),
            Member = File(source.MemberAsWritten ?? source.Member, source.Member),
            Command = source.Command is { } command ? Filled(command) : null,
        };
        if (Platforms.Of(_context.Solution, source.Connection) is not { Dialect: var dialect })
        {
            return filled;
        }

        return filled with
        {
            Schema = _names.Of(source.Schema, dialect),
            Name = _names.Of(source.Name, dialect),
            Where = source.Where is { } where ? _names.In(where, dialect) : null,
            Query = source.Query is { } query ? query with { Text = _names.In(query.Text, dialect) } : null,
        };
    }

    private SqlText Named(SqlText sql, string? connection) => NameTexts.AreIn(sql.Text) && connection is not null
        && Platforms.Of(_context.Solution, connection) is { Dialect: var dialect }
            ? sql with { Text = _names.In(sql.Text, dialect) } : sql;

    private Command Filled(Command command) => command with
    {
        Items =
        [
            .. command.Items.Zip(
                command.Written, (item, written) => IsOpen(written) ? Argument(written, command.Program) : item),
        ],
    };

    private ProcessOptions Filled(ProcessOptions process) => process with
    {
        Command = Filled(process.Command),
        Variables =
        [
            .. process.Variables.Select(
                one => IsOpen(one.Written) ? one with { Text = Argument(one.Written, "") } : one),
        ],
    };

    private string Argument(string written, string program)
    {
        var text = Fill(written, value => Command.ArgumentRefusal(program, value) is { } why
            ? throw Refused($"A value in '{written}'", $"it {why}") : value);
        return !text.Contains('\0', StringComparison.Ordinal) ? text
            : throw Refused($"'{written}' with its values", "it holds a character NUL, at which it would be cut");
    }

    private Plugin Filled(Plugin plugin) => plugin with
    {
        Options =
        [
            .. plugin.Options.Select(option => IsOpen(option.Written) ? option with { Json = Json(option) } : option),
        ],
    };

    // A list or a map is written as JSON, in whose texts the values stand.
    private string Json(PluginOption option) => option.Json[0] == '"'
        ? JsonSerializer.Serialize(Fill(option.Written, value => value))
        : Fill(option.Written, value => JsonSerializer.Serialize(value)[1..^1]);

    // Data may say what is asked for, and never whom.
    private void RefuseServer(SentText url)
    {
        var before = new StringBuilder();
        foreach (var part in url.Parts)
        {
            if (part.Kind == SentPartKind.Open && !HttpAddress.HasServer(before.ToString()))
            {
                throw Refused($"The value of {part.Text} in the url", "it would be a piece of the server's name: write "
                    + "that out, or take it from ${env:NAME}");
            }

            before.Append(part.Kind == SentPartKind.Asked
                ? ConnectionValues.Of(() => _context.Resolve(part.Text)) : part.Text);
        }
    }

    private bool IsOpen(string? written) => _context.AnyOfRunIn(written);

    private string Fill(string written, Func<string, string> encode) => PlaceholderText.Fill(
        written, (kind, name, whole) => encode(kind == "var" ? Value(name, written)
            : ConnectionValues.Of(() => _context.Resolve(whole))));

    private string Value(string variable, string written) => _context.ValueOf(variable)?.Text
        ?? throw Refused($"The value of '{variable}' in '{written}'", "it is NULL, which is no text");

    private PackageRefusedException Refused(string what, string why) => new("ORC3628", ErrorClass.Data, "open",
        $"{what} cannot stand in '{_context.Object.FullName}': {why}. Nothing was begun. Correct what sets it.",
        _context.Object.At);
}
