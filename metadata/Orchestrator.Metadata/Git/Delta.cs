namespace Orchestrator.Metadata.Git;

/// <summary>Git's delta: copy pieces of the base, insert pieces of the delta.</summary>
internal static class Delta
{
    public static byte[] Apply(byte[] source, byte[] delta)
    {
        var at = 0;
        var sourceSize = Size(delta, ref at);
        var targetSize = Size(delta, ref at);
        if (sourceSize != source.Length || targetSize > GitObject.ContentMax)
        {
            throw new GitException("a packed git object does not fit its base");
        }

        var target = new byte[targetSize];
        var written = 0;
        while (at < delta.Length)
        {
            var instruction = delta[at++];
            var piece = (instruction & 0x80) != 0
                ? Copied(source, delta, instruction, ref at)
                : delta.AsSpan(at, instruction);
            at += (instruction & 0x80) != 0 ? 0 : instruction;
            piece.CopyTo(target.AsSpan(written));
            written += piece.Length;
        }

        return written == target.Length ? target : throw new GitException("a packed git object is cut short");
    }

    private static ReadOnlySpan<byte> Copied(byte[] source, byte[] delta, int instruction, ref int at)
    {
        int offset = 0, size = 0;
        for (var i = 0; i < 4; i++)
        {
            offset |= (instruction & (1 << i)) != 0 ? delta[at++] << (8 * i) : 0;
        }

        for (var i = 0; i < 3; i++)
        {
            size |= (instruction & (0x10 << i)) != 0 ? delta[at++] << (8 * i) : 0;
        }

        return source.AsSpan(offset, size == 0 ? 0x10000 : size);
    }

    private static int Size(byte[] delta, ref int at)
    {
        long size = 0;
        for (var shift = 0; ; shift += 7)
        {
            var part = delta[at++];
            size |= (long)(part & 0x7f) << shift;
            if ((part & 0x80) == 0)
            {
                return size <= int.MaxValue ? (int)size : throw new GitException("a git object is too large");
            }
        }
    }
}
