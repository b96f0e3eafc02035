using Orchestrator.Metadata.Diagnostics;

namespace Orchestrator.Metadata.Model;

/// <summary>Kind mail: a message. Its texts are as written; what stands in them for values is put in by the run.
/// </summary>
public sealed record MailOptions : KindOptions
{
    /// <summary>How many mailboxes a message may go to.</summary>
    public const int RecipientsMax = 100;

    /// <summary>Bytes of all attachments together, where nothing is written.</summary>
    public const long AttachmentsDefault = 10L << 20;

    /// <summary>The most that may be written for them.</summary>
    public const long AttachmentsLimit = 50L << 20;

    /// <summary>Mailboxes that it is for.</summary>
    public IReadOnlyList<string> To { get; init; } = [];

    /// <summary>Mailboxes that get a copy.</summary>
    public IReadOnlyList<string> Cc { get; init; } = [];

    /// <summary>Mailboxes that get a copy of which the others are not told.</summary>
    public IReadOnlyList<string> Bcc { get; init; } = [];

    /// <summary>Its subject.</summary>
    public string? Subject { get; init; }

    /// <summary>Its text; null = it has none.</summary>
    public string? Body { get; init; }

    /// <summary>Files that go with it: names or patterns below the folder.</summary>
    public IReadOnlyList<string> Attachments { get; init; } = [];

    /// <summary>The connection in whose folder they are; null = there are none.</summary>
    public string? AttachmentsFrom { get; init; }

    /// <summary>How many bytes all of them may have together.</summary>
    public long AttachmentsMax { get; init; } = AttachmentsDefault;

    /// <inheritdoc />
    public override IReadOnlyList<string> Reads => AttachmentsFrom is { } folder ? [folder] : [];

    /// <inheritdoc />
    public override string Said => Subject ?? "";

    /// <inheritdoc />
    public override IReadOnlyList<string> Filled => [Subject ?? "", Body ?? "", .. Attachments];

    /// <inheritdoc />
    public override IEnumerable<TextOfRun> Texts(Origin at) =>
    [
        .. TextOfRun.Texts(at, [.. To, .. Cc, .. Bcc, Subject, Body]), .. TextOfRun.Files(at, [.. Attachments]),
    ];
}
