using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Metadata.Compile;

/// <summary>A text of a package in which values of the run may stand.</summary>
/// <param name="Text">As it is written.</param>
/// <param name="At">Where it, or what it belongs to, was declared.</param>
/// <param name="IsFile">Whether it is the name of a file, which the ledger and many messages repeat.</param>
internal sealed record TextOfRun(string Text, Origin At, bool IsFile = false);

/// <summary>The texts of a package that are no SQL: names of tables and files, arguments, options and messages.
/// </summary>
internal static class TextsOfRun
{
    public static IEnumerable<TextOfRun> Of(ObjectDefinition definition) =>
    [
        .. OfSource(definition), .. OfTarget(definition), .. OfPrograms(definition),
        .. definition.Own switch
        {
            HttpOptions http => OfRequest(http),
            MailOptions mail => OfMessage(mail, definition.At),
            FileTask task => Files(definition.At, task.Pattern, task.To, task.Name),
            _ => [],
        },
    ];

    private static IEnumerable<TextOfRun> OfSource(ObjectDefinition definition) =>
        definition.Source is not { } source ? [] :
        [
            .. Texts(definition.At, source.Schema, source.Name),
            .. Files(definition.At, source.FileAsWritten ?? source.File, source.MemberAsWritten ?? source.Member),
        ];

    private static IEnumerable<TextOfRun> OfTarget(ObjectDefinition definition) =>
        definition.Target is { Format: not null, Name: var file } ? Files(definition.At, file) : [];

    private static IEnumerable<TextOfRun> OfPrograms(ObjectDefinition definition) =>
    [
        .. Texts(definition.At, [.. definition.Starts?.Written ?? []]),
        .. Texts(definition.At, [.. definition.Process?.Variables.Select(one => one.Written) ?? []]),
        .. (definition.Plugin?.Options ?? []).Select(option => new TextOfRun(option.Written, option.At)),
    ];

    private static IEnumerable<TextOfRun> OfRequest(HttpOptions http) =>
    [
        new(http.Url.Written, http.Url.At),
        .. http.Headers.Select(header => new TextOfRun(header.Value.Written, header.At)),
        .. http.Body is { } body ? Texts(body.At, body.Written) : [],
        .. Files(http.At, http.BodyFile?.Written, http.Answer?.Written),
    ];

    private static IEnumerable<TextOfRun> OfMessage(MailOptions mail, Origin at) =>
    [
        .. Texts(at, [.. mail.To, .. mail.Cc, .. mail.Bcc, mail.From, mail.Subject, mail.Body]),
        .. Files(at, [.. mail.Attachments]),
    ];

    private static IEnumerable<TextOfRun> Texts(Origin at, params string?[] texts) =>
        texts.OfType<string>().Select(text => new TextOfRun(text, at));

    private static IEnumerable<TextOfRun> Files(Origin at, params string?[] files) =>
        files.OfType<string>().Select(file => new TextOfRun(file, at, IsFile: true));
}
