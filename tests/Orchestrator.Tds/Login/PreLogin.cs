using System.Buffers.Binary;

namespace Orchestrator.Tds;

/// <summary>The answer to PRELOGIN (MS-TDS 2.2.6.5): no encryption, one request at a time.</summary>
internal static class PreLogin
{
    private const byte Version = 0;
    private const byte Encryption = 1;
    private const byte Instance = 2;
    private const byte Mars = 4;
    private const byte End = 0xFF;
    private const byte EncryptionNotSupported = 2;

    public static void Answer(MessageReader from, MessageWriter to)
    {
        from.Skip(long.MaxValue);
        (byte Token, byte[] Data)[] options =
        [
            (Version, [16, 0, 0x03, 0xE8, 0, 0]),
            (Encryption, [EncryptionNotSupported]),
            (Instance, [0]),
            (Mars, [0]),
        ];
        var offset = (options.Length * 5) + 1;
        Span<byte> entry = stackalloc byte[5];
        foreach (var (token, data) in options)
        {
            entry[0] = token;
            BinaryPrimitives.WriteUInt16BigEndian(entry[1..], (ushort)offset);
            BinaryPrimitives.WriteUInt16BigEndian(entry[3..], (ushort)data.Length);
            to.Bytes(entry);
            offset += data.Length;
        }

        to.Byte(End);
        foreach (var (_, data) in options)
        {
            to.Bytes(data);
        }

        to.End();
    }
}
