using System.Buffers.Binary;
using System.Text;

namespace Orchestrator.Tds;

/// <summary>What a client said when it signed in (LOGIN7, MS-TDS 2.2.6.4).</summary>
public sealed class Login : Request
{
    private const int NamesAt = 36;
    private const int PacketSizeAt = 8;
    private const int TypeFlagsAt = 26;
    private const int ExtensionFlagsAt = 27;
    private const byte ExtensionFlag = 0x10;
    private const byte ReadOnlyIntentFlag = 0x20;

    private readonly string _password;

    internal Login(Session session, ReadOnlySpan<byte> message)
        : base(session)
    {
        PacketSize = BinaryPrimitives.ReadInt32LittleEndian(message[PacketSizeAt..]);
        IsReadOnly = (message[TypeFlagsAt] & ReadOnlyIntentFlag) != 0;
        HasFeatures = (message[ExtensionFlagsAt] & ExtensionFlag) != 0;
        (Host, User, Application) = (Name(message, 0), Name(message, 1), Name(message, 3));
        (Server, Client, Database) = (Name(message, 4), Name(message, 6), Name(message, 8));
        _password = Reveal(Part(message, 2).ToArray());
    }

    /// <summary>The user's name; empty when the operating system signs in.</summary>
    public string User { get; }

    /// <summary>The database asked for.</summary>
    public string Database { get; }

    /// <summary>The application's name.</summary>
    public string Application { get; }

    /// <summary>The client's computer.</summary>
    public string Host { get; }

    /// <summary>The server's name as the client wrote it.</summary>
    public string Server { get; }

    /// <summary>The client's library.</summary>
    public string Client { get; }

    /// <summary>The packet size asked for, in bytes.</summary>
    public int PacketSize { get; }

    /// <summary>Whether the client said that it only reads.</summary>
    public bool IsReadOnly { get; }

    internal bool HasFeatures { get; }

    /// <summary>Whether the client gave this password.</summary>
    public bool HasPassword(string password) => _password == password;

    /// <inheritdoc/>
    public override string ToString() => $"login {User} database={Database} app={Application}";

    private static string Name(ReadOnlySpan<byte> message, int index) =>
        Encoding.Unicode.GetString(Part(message, index));

    private static ReadOnlySpan<byte> Part(ReadOnlySpan<byte> message, int index)
    {
        var entry = message[(NamesAt + (index * 4))..];
        return message.Slice(
            BinaryPrimitives.ReadUInt16LittleEndian(entry),
            BinaryPrimitives.ReadUInt16LittleEndian(entry[2..]) * 2);
    }

    /// <summary>Each byte was swapped by halves, then its bits turned by 0xA5.</summary>
    private static string Reveal(byte[] hidden)
    {
        for (var i = 0; i < hidden.Length; i++)
        {
            var turned = hidden[i] ^ 0xA5;
            hidden[i] = (byte)((turned << 4) | (turned >> 4));
        }

        return Encoding.Unicode.GetString(hidden);
    }
}
