using Orchestrator.Metadata.Compile;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Schema;
using Orchestrator.Metadata.Yaml;

namespace Orchestrator.Metadata.Keys;

/// <summary>The keys of a file server, beside its name. A plan tells them with each package that uses it.</summary>
internal static class FileServerKeys
{
    /// <summary>The key under which they are listed.</summary>
    public const string List = "fileServers";

    /// <summary>The key of a name.</summary>
    public const string Word = "fileServer";

    private static readonly OptionMaker<FileServer> Make = new(
        "server", new FileServer { Name = "" }, server => server.At);

    public static SectionKey<FileServer> Host { get; } = Make.Of(
        new Key("host", new TextShape(TextForm.Place), "Its name or address; ${env:NAME} may stand for it."),
        scalar => scalar.Text, host => host, server => server.Host, (server, value) => server with { Host = value });

    public static SectionKey<FileServer> Port { get; } = Make.Value(
        "port", new NumberShape(1, Max: 65535), "Its port",
        scalar => (int)scalar.ToNumber(), port => port.ToString(),
        server => server.Port, (server, value) => server with { Port = value });

    public static SectionKey<FileServer> User { get; } = Make.Of(
        new Key("user", new TextShape(TextForm.Place), "Who signs in; ${env:NAME} may stand for it."),
        scalar => scalar.Text, user => user, server => server.User, (server, value) => server with { User = value });

    public static SectionKey<FileServer> Password { get; } = Make.Text(
        new Key("password", new TextShape(TextForm.Secret), "Their password, as ${secret:NAME}."),
        server => server.Password, (server, value) => server with { Password = value });

    public static SectionKey<FileServer> KeyFile { get; } = Make.Text(
        new Key("keyFile", new TextShape(TextForm.Place),
            "The file with their private key, relative to the solution; keep it out of git."),
        server => server.KeyFile, (server, value) => server with { KeyFile = value });

    public static SectionKey<FileServer> Passphrase { get; } = Make.Text(
        new Key("passphrase", new TextShape(TextForm.Secret), "What opens the private key, as ${secret:NAME}."),
        server => server.Passphrase, (server, value) => server with { Passphrase = value });

    public static SectionKey<FileServer> HostKey { get; } = Make.Of(
        new Key("hostKey", Parts.Text,
            "The fingerprint of the server's own key, SHA256:…; a server that shows another one is refused."),
        scalar => scalar.Text, print => print,
        server => server.HostKey, (server, value) => server with { HostKey = value });

    public static SectionKey<FileServer> Folder { get; } = Make.Of(
        new Key("folder", Parts.Text,
            "The folder there below which its files are; default the one in which who signs in begins."),
        scalar => scalar.Text, folder => folder,
        server => server.Folder, (server, value) => server with { Folder = value });

    public static SectionKey<FileServer> Timeout { get; } = Make.Value(
        "timeout", Parts.Duration, "How long it may be silent",
        scalar => scalar.ToDuration(),
        span => span == FileServer.TimeoutDefault ? null : PropertyList.Duration(span),
        server => server.Timeout, (server, value) => server with { Timeout = value },
        PropertyList.Duration(FileServer.TimeoutDefault));

    public static Section<FileServer> Section { get; } =
        Make.Section([Host, Port, User, Password, KeyFile, Passphrase, HostKey, Folder, Timeout]);

    /// <summary>A file server as a solution declares it.</summary>
    public static MapShape Declared { get; } = new("a file server",
        [Parts.Named(Word, "Its name."), .. Section.Shape.Keys.Select(Required)]);

    /// <summary>What an environment says of one.</summary>
    public static MapShape Overlay { get; } = new("a file server",
        [Parts.Named(Word, "Its name."), .. Section.Shape.Keys]);

    private static Key Required(Key key) =>
        key.Name == Host.Name || key.Name == User.Name || key.Name == HostKey.Name
            ? key with { IsRequired = true } : key;
}
