using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Schema;

namespace Orchestrator.Metadata.Keys;

/// <summary>The keys under `transfer`: which files go from where to where. A transfer that says something else is
/// another one, which a retry carries out.</summary>
internal static class TransferKeys
{
    private static readonly OptionMaker<TransferOptions> Make = new(
        "transfer", new TransferOptions(), transfer => transfer.At, usual: Effect.Reloads);

    public static SectionKey<TransferOptions> Get { get; } = Make.Text(
        new Key("get", Parts.Text, "Files that are got: a pattern below the folder of the file server; or put."),
        transfer => transfer.Get, (transfer, value) => transfer with { Get = value });

    public static SectionKey<TransferOptions> Put { get; } = Make.Text(
        new Key("put", Parts.Text, "Files that are sent: a pattern below the folder of the connection; or get."),
        transfer => transfer.Put, (transfer, value) => transfer with { Put = value });

    public static SectionKey<TransferOptions> From { get; } = Make.Text(
        new Key("from", Parts.Name, "Where they are: with get a file server, with put a connection to a folder."),
        transfer => transfer.From, (transfer, value) => transfer with { From = value });

    public static SectionKey<TransferOptions> To { get; } = Make.Text(
        new Key("to", Parts.Name, "Where they go: with get a connection to a folder, with put a file server."),
        transfer => transfer.To, (transfer, value) => transfer with { To = value });

    public static SectionKey<TransferOptions> Into { get; } = Make.Text(
        new Key("into", Parts.Text, "The folder that they come into, below that of where they go; default that one."),
        transfer => transfer.Into,
        (transfer, value) => transfer with { Into = value?.TrimEnd('/') });

    public static SectionKey<TransferOptions> Existing { get; } = Make.Word(
        "existing", "What happens where a file with other content has the name",
        transfer => transfer.Existing, (transfer, value) => transfer with { Existing = value });

    public static SectionKey<TransferOptions> Delete { get; } = Make.Flag(
        "delete", "Get: whether the server's files are deleted once all of them have arrived",
        transfer => transfer.Delete, (transfer, value) => transfer with { Delete = value });

    public static SectionKey<TransferOptions> OnNone { get; } = Make.Word(
        "onNone", "skip = that no file is there is no failure",
        transfer => transfer.OnNone, (transfer, value) => transfer with { OnNone = value });

    public static SectionKey<TransferOptions> IgnoreCase { get; } = Make.IgnoreCase(
        transfer => transfer.IgnoreCase, (transfer, value) => transfer with { IgnoreCase = value });

    public static Section<TransferOptions> Section { get; } =
        Make.Section([Get, Put, From, To, Into, Existing, Delete, OnNone, IgnoreCase]);
}
